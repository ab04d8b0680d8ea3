import type { QueryClient } from '@tanstack/react-query';
import { page } from 'vitest/browser';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { responseCheck } from '../../api/client/responseCheck.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts as notifications } from '../../screens/notifications/texts.ts';
import { order, shopId } from '../../screens/orders/testing/sampleOrders.ts';
import { texts as orders } from '../../screens/orders/texts.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { texts as app } from '../texts.ts';
import discardInvalidResponses from './invalidResponses.ts';

// React logs what a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  delete responseCheck.discard;
  delete responseCheck.run;
});

const path = `/orders/${shopId}/${order.orderId}`;
const call = `GET /reporting${path}`;
const crashed = () => page.getByText(sharedTexts.unexpectedApplicationError);

/** As the entry does. */
function recoverWith(queryClient: QueryClient): void {
  responseCheck.discard = () => Promise.resolve(discardInvalidResponses(queryClient));
}

/** Renders the page of an order. The answers can be changed later. */
function renderOrder(answers: Record<string, unknown>) {
  const rendered = renderApp(path, { answers });
  recoverWith(rendered.queryClient);
  return rendered;
}

it('a response of a wrong shape shows the error of its screen, and is fetched again', async () => {
  const { events: _events, ...older } = order;
  const answers: Record<string, unknown> = { [call]: older };
  const { requests } = renderOrder(answers);
  await expect.element(page.getByText(orders.orderFailed)).toBeVisible();
  await expect.element(crashed()).not.toBeInTheDocument();
  // Once as cached, once to see whether it is still wrong.
  expect(requests.filter((each) => each === call)).toHaveLength(2);
  answers[call] = order;
  await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
  await expect
    .element(page.getByRole('heading', { level: 1, name: orders.orderTitle(order.orderId) }))
    .toBeVisible();
});

it('a response that was wrong once is not seen at all', async () => {
  const answers: Record<string, unknown> = { [call]: { ...order, lines: null } };
  const { requests } = renderOrder(answers);
  await expect.poll(() => requests).toContain(call);
  answers[call] = order;
  await expect
    .element(page.getByRole('heading', { level: 1, name: orders.orderTitle(order.orderId) }))
    .toBeVisible();
  await expect.element(crashed()).not.toBeInTheDocument();
});

it('a wrong page of a list shows the error of its block', async () => {
  const answers = {
    'GET /user/notifications': { items: [null], unread: 0, nextCursor: null },
  };
  const { queryClient } = renderApp('/settings/appearance', { answers });
  recoverWith(queryClient);
  await page.getByRole('button', { name: app.bell(0) }).click();
  await expect.element(page.getByText(notifications.failed)).toBeVisible();
  await expect.element(page.getByText(sharedTexts.blockFailed)).not.toBeInTheDocument();
});

it('an error without a wrong response stays what it is', async () => {
  const { queryClient } = renderApp('/broken', {
    table: [
      {
        path: '/broken',
        name: 'Broken',
        layout: 'bare',
        component: () =>
          Promise.resolve({
            default: () => {
              throw new Error('broken');
            },
          }),
      },
    ],
  });
  recoverWith(queryClient);
  await expect.element(crashed()).toBeVisible();
});
