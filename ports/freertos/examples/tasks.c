/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Two tasks and a queue: one sends a number every two ticks, the other prints what it receives. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "vmb_freertos.h"

#define NUMBERS 5

void _exit(int code);

static QueueHandle_t queue;

static void produce(void *unused)
{
    TickType_t woken = xTaskGetTickCount();

    (void)unused;
    for (unsigned i = 1; i <= NUMBERS; i++) {
        xTaskDelayUntil(&woken, 2);
        xQueueSend(queue, &i, portMAX_DELAY);
    }
    vTaskDelete(NULL);
}

static void consume(void *unused)
{
    unsigned number;

    (void)unused;
    do {
        xQueueReceive(queue, &number, portMAX_DELAY);
        printf("tick %u: %u\n", (unsigned)xTaskGetTickCount(), number);
    } while (number != NUMBERS);
    _exit(0);
}

int main(void)
{
    queue = xQueueCreate(2, sizeof(unsigned));
    xTaskCreate(produce, "produce", configMINIMAL_STACK_SIZE, NULL, 1, NULL);
    xTaskCreate(consume, "consume", 2 * configMINIMAL_STACK_SIZE, NULL, 2, NULL);
    printf("starting\n");
    vmb_freertos_run();
}
