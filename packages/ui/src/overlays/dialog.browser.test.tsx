import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../actions/Button.tsx';
import { Banner } from '../feedback/Banner.tsx';
import { ToastStore } from '../feedback/toasts.ts';
import { Toaster } from '../feedback/Toaster.tsx';
import { violationsInBothThemes, render } from '../testing/render.tsx';
import { Dialog } from './Dialog.tsx';
import { Menu } from './Menu.tsx';
import { Tooltip } from './Tooltip.tsx';

interface DisconnectProps {
  readonly onClose?: () => void;
  readonly children?: ReactNode;
}

function Disconnect({ onClose, children = 'New orders will no longer arrive.' }: DisconnectProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Disconnect</Button>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false);
          onClose?.();
        }}
        title="Disconnect Hoa Mai?"
        closeLabel="Close"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button variant="danger">Disconnect it</Button>
          </>
        }
      >
        {children}
      </Dialog>
    </>
  );
}

const opener = () => page.getByRole('button', { name: 'Disconnect', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Disconnect Hoa Mai?' });
const content = () => page.getByText('New orders will no longer arrive.');
/** Its corner lies outside the dialog. */
const viewport = () => page.elementLocator(document.documentElement);
const corner = { x: 4, y: 4 };

async function openDialog(onClose?: () => void) {
  render(<Disconnect {...(onClose && { onClose })} />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
}

describe('Dialog', () => {
  it('fits the smallest phone with names that have no spaces', async () => {
    await page.viewport(320, 700);
    onTestFinished(() => page.viewport(1280, 720));
    const name = 'recent_orders_of_the_shop_'.repeat(3);
    render(
      <Dialog open onClose={() => undefined} title={`Delete ${name}?`} closeLabel="Close">
        <Banner title={name}>{`Sent to ${name}@example.test.`}</Banner>
        <p>{name}</p>
      </Dialog>,
    );
    const { scrollWidth, clientWidth } = page.getByRole('dialog').element();
    expect(scrollWidth).toBe(clientWidth);
  });

  it('focuses the safe choice, traps the focus, and returns it', async () => {
    const onClose = vi.fn();
    await openDialog(onClose);
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    expect(await violationsInBothThemes()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await expect.element(opener()).toHaveFocus();
  });

  it('closes on a click beside it, but not on a drag that began or ended inside', async () => {
    const onClose = vi.fn();
    await openDialog(onClose);
    await userEvent.dragAndDrop(content(), viewport(), { targetPosition: corner, force: true });
    await userEvent.dragAndDrop(viewport(), content(), { sourcePosition: corner, force: true });
    await viewport().click({ position: corner, force: true, button: 'right' });
    await content().click();
    expect(onClose).not.toHaveBeenCalled();
    await viewport().click({ position: corner, force: true });
    expect(onClose).toHaveBeenCalledTimes(1);
    await expect.element(opener()).toHaveFocus();
  });

  it('stays open on a click beside it if what it shows would be lost', async () => {
    const onClose = vi.fn();
    render(
      <Dialog open title="Secret" closeLabel="Close" closesOnOutsideClick={false} onClose={onClose}>
        whsec
      </Dialog>,
    );
    await viewport().click({ position: corner, force: true });
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Close' }).click();
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('keeps the page behind in place, and unlocks its scrolling when closed', async () => {
    render(
      <div style={{ height: '300vh' }}>
        <Disconnect />
      </div>,
    );
    const { left } = opener().element().getBoundingClientRect();
    await opener().click();
    await expect.element(dialog()).toBeVisible();
    expect(opener().element().getBoundingClientRect().left).toBe(left);
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');
    await userEvent.wheel(dialog(), { delta: { y: 300 } });
    await userEvent.keyboard('{Escape}');
    await expect.element(opener()).toHaveFocus();
    expect(window.scrollY).toBe(0);
    await userEvent.wheel(opener(), { delta: { y: 300 } });
    await expect.poll(() => window.scrollY).toBeGreaterThan(0);
    window.scrollTo(0, 0);
  });

  it('returns the focus when it is unmounted while open', async () => {
    function Confirmed() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Ask</Button>
          {open && (
            <Dialog open title="Sure?" closeLabel="Close" onClose={() => setOpen(false)}>
              <Button onClick={() => setOpen(false)}>Yes</Button>
            </Dialog>
          )}
        </>
      );
    }
    render(<Confirmed />);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus();
    expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden');
  });

  it('focuses its title if the focused element is replaced by a next step', async () => {
    function Steps() {
      const [made, setMade] = useState(false);
      return (
        <Dialog
          open
          title={made ? 'Write it down' : 'New access'}
          closeLabel="Close"
          onClose={() => undefined}
        >
          {made ? <p>secret</p> : <Button onClick={() => setMade(true)}>Make</Button>}
        </Dialog>
      );
    }
    render(<Steps />);
    await page.getByRole('button', { name: 'Make' }).click();
    await expect.element(page.getByRole('heading', { name: 'Write it down' })).toHaveFocus();
  });
});

describe('layers', () => {
  function Layers({ onClose }: { readonly onClose: () => void }) {
    return (
      <Disconnect onClose={onClose}>
        <Tooltip content="1.250.123.456 ₫">1,25 tỷ</Tooltip>
        <Menu
          label="More"
          align="start"
          renderTrigger={(props) => <Button {...props}>More</Button>}
          entries={[{ kind: 'action', id: 'one', label: 'One', onSelect: () => undefined }]}
        />
      </Disconnect>
    );
  }
  const tooltip = () => page.getByRole('tooltip');
  const entry = () => page.getByRole('menuitem', { name: 'One' });

  it('close one at a time on Escape: tooltip, menu, dialog', async () => {
    const onClose = vi.fn();
    render(<Layers onClose={onClose} />);
    await opener().click();
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(entry()).toHaveFocus();
    // Hover only; the focus stays in the menu.
    await page.getByText('1,25 tỷ').hover({ force: true });
    await expect.element(tooltip()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('1.250.123.456 ₫')).not.toBeVisible();
    await expect.element(entry()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('One')).not.toBeVisible();
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('close one at a time on a click beside them', async () => {
    const onClose = vi.fn();
    render(<Layers onClose={onClose} />);
    await opener().click();
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(entry()).toBeVisible();
    await viewport().click({ position: corner, force: true });
    await expect.element(page.getByText('One')).not.toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    await viewport().click({ position: corner, force: true });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('of dialogs close from the top, and the page stays locked until the last', async () => {
    function TwoDialogs() {
      const [openTitles, setOpenTitles] = useState<readonly string[]>(['one', 'two']);
      return ['one', 'two'].map((title) => (
        <Dialog
          key={title}
          open={openTitles.includes(title)}
          title={title}
          closeLabel={`Close ${title}`}
          onClose={() => setOpenTitles((titles) => titles.filter((each) => each !== title))}
        >
          {title}
        </Dialog>
      ));
    }
    render(<TwoDialogs />);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Close two' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Close one' })).toBeVisible();
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');
    await page.getByRole('button', { name: 'Close one' }).click();
    expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden');
  });
});

describe('toasts and dialogs', () => {
  // However long a test takes, no toast leaves by itself.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('shows toasts above a dialog and inside it, where they can be reached', async () => {
    const store = new ToastStore();
    const onClose = vi.fn();
    const onPress = vi.fn();
    render(
      <>
        <Disconnect onClose={onClose} />
        <Toaster label="Messages" closeLabel="Dismiss" store={store} />
      </>,
    );
    store.show({ tone: 'info', title: 'Before' });
    await opener().click();
    store.show({ tone: 'negative', title: 'It failed', action: { label: 'Again', onPress } });
    // The live region is inside the dialog, the only part of the page that is not inert.
    const list = page.getByRole('dialog').getByRole('list');
    await expect.element(list).toHaveAttribute('aria-live', 'polite');
    await expect.element(list).toHaveTextContent('BeforeIt failedAgain');
    await page.getByRole('button', { name: 'Again' }).click();
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();

    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect.element(page.getByText('Before')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(store.current()).toEqual([]);
  });

  it('are accessible', async () => {
    // axe waits by timers.
    vi.useRealTimers();
    const store = new ToastStore();
    render(
      <>
        <Disconnect onClose={vi.fn()} />
        <Toaster label="Messages" closeLabel="Dismiss" store={store} />
      </>,
    );
    await opener().click();
    store.show({ tone: 'negative', title: 'It failed' });
    await expect.element(page.getByRole('dialog').getByText('It failed')).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('shows toasts above an open menu', async () => {
    const store = new ToastStore();
    render(
      <>
        <Menu
          label="More"
          renderTrigger={(props) => <Button {...props}>More</Button>}
          entries={[{ kind: 'action', id: 'one', label: 'One', onSelect: () => undefined }]}
        />
        <Toaster label="Messages" closeLabel="Dismiss" store={store} />
      </>,
    );
    await page.getByRole('button', { name: 'More' }).click();
    const menu = page.getByRole('menu').element();
    // Places both in the same corner, as on a phone.
    const area = document.querySelector('section');
    area?.style.setProperty('inset', '0 auto auto 0');
    store.show({ tone: 'info', title: 'Saved' });
    await expect.element(page.getByText('Saved')).toBeVisible();
    menu.parentElement?.style.setProperty('inset', '0 auto auto 0');
    const top = document.elementFromPoint(30, 30);
    expect(area?.contains(top)).toBe(true);
  });

  it('focuses a toast on F6; dismissing it by keyboard returns the focus, and keeps the dialog open', async () => {
    const store = new ToastStore();
    const onClose = vi.fn();
    render(
      <>
        <Disconnect onClose={onClose} />
        <Toaster label="Messages" closeLabel="Dismiss" store={store} />
      </>,
    );
    await opener().click();
    const keep = page.getByRole('button', { name: 'Keep it' });
    await expect.element(keep).toHaveFocus();
    store.show({ tone: 'info', title: 'One' });
    store.show({ tone: 'info', title: 'Two' });
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await expect.poll(() => dismiss.elements().length).toBe(2);
    await userEvent.keyboard('{F6}');
    await expect.element(page.getByRole('region', { name: 'Messages' })).toHaveFocus();
    await userEvent.keyboard('{Tab}{Escape}');
    await expect.element(dismiss).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(store.current()).toEqual([]);
    await expect.element(keep).toHaveFocus();
    expect(onClose).not.toHaveBeenCalled();
  });
});
