import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { stubUploads } from '../../../testing/stubUploads.ts';
import { renderScreen } from '../../../testing/renderScreen.tsx';
import { DropZone } from './DropZone.tsx';
import { texts } from '../texts.ts';

async function renderZone() {
  const uploads = stubUploads();
  renderScreen({
    screen: () => <DropZone chosen={{ platform: null, shop: null, days: null }} />,
    path: '/reports/reconcile',
    at: '/reports/reconcile',
    answer: () => Response.json({ phase: 'waiting', done: 0, total: null }),
  });
  const button = page.getByRole('button', { name: texts.choose });
  await expect.element(button).toBeVisible();
  return { uploads, button };
}

it('is highlighted while a file is over it, and prevents dropping one beside it', async () => {
  const { uploads, button } = await renderZone();
  const zone = button.element().parentElement;
  const files = new DataTransfer();
  files.items.add(new File(['a,b'], 'orders.csv'));
  let transfer = files;
  const drag = (type: string, on: Element | null | undefined, to: Element | null = null) =>
    on?.dispatchEvent(
      new DragEvent(type, {
        bubbles: true,
        cancelable: true,
        dataTransfer: transfer,
        relatedTarget: to,
      }),
    );
  // Text is no file.
  transfer = new DataTransfer();
  transfer.setData('text/plain', 'orders');
  expect(drag('dragover', zone)).toBe(true);
  transfer = files;
  drag('dragover', zone);
  await expect.poll(() => zone?.dataset['over']).toBe('true');
  drag('dragleave', zone, button.element());
  await expect.poll(() => zone?.dataset['over']).toBe('true');
  drag('dragleave', zone, document.body);
  await expect.poll(() => zone?.dataset['over']).toBeUndefined();
  // Prevented, so that the browser does not open the file.
  expect(drag('dragover', document.body)).toBe(false);
  expect(drag('drop', document.body)).toBe(false);
  expect(uploads).toEqual([]);
  drag('drop', zone);
  await expect.poll(() => uploads.length).toBe(1);
  // It takes no other file while one is uploaded.
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  expect(drag('dragover', zone)).toBe(false);
  uploads[0]?.progress(0.5);
  await expect.element(page.getByText(texts.sendingWhat('orders.csv', '50'))).toBeVisible();
  expect(zone?.dataset['over']).toBeUndefined();
  expect(drag('drop', zone)).toBe(false);
  expect(uploads).toHaveLength(1);
});

it('says that a file is needed when a folder is dropped', async () => {
  const { uploads, button } = await renderZone();
  const transfer = new DataTransfer();
  // Browsers offer a folder as a file that cannot be read.
  transfer.items.add(new File(['a,b'], 'November'));
  const drop = () =>
    button
      .element()
      .parentElement?.dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
  const spy = vi.spyOn(DataTransferItem.prototype, 'webkitGetAsEntry');
  onTestFinished(() => spy.mockRestore());
  const entry = vi.mocked(spy, { partial: true });
  entry.mockReturnValue({ isDirectory: true, name: 'November' });
  drop();
  await expect.element(page.getByText(texts.folder('November'))).toBeVisible();
  expect(uploads).toEqual([]);
  entry.mockReturnValue(null);
  drop();
  await expect.poll(() => uploads.length).toBe(1);
  await expect.element(page.getByText(texts.folder('November'))).not.toBeInTheDocument();
});
