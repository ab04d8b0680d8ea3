import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../actions/Button.tsx';
import { violations, render } from '../testing/render.tsx';
import { Dialog } from './Dialog.tsx';
import { InfoButton } from './InfoButton.tsx';
import { Menu } from './Menu.tsx';
import { Tooltip } from './Tooltip.tsx';

function AccountMenu({ onSelect }: { readonly onSelect: (what: string) => void }) {
  return (
    <Menu
      label="Account"
      header="Hoa"
      renderTrigger={(props) => <Button {...props}>Hoa</Button>}
      entries={[
        { kind: 'heading', id: 'language', label: 'Language' },
        {
          kind: 'choice',
          id: 'vi',
          label: 'Vietnamese',
          chosen: true,
          onSelect: () => onSelect('vi'),
        },
        {
          kind: 'choice',
          id: 'en',
          label: 'English',
          chosen: false,
          onSelect: () => onSelect('en'),
        },
        { kind: 'separator', id: 'line' },
        { kind: 'link', id: 'profile', label: 'Profile', href: '#profile' },
        { kind: 'action', id: 'out', label: 'Sign out', onSelect: () => onSelect('out') },
      ]}
    />
  );
}

describe('Menu', () => {
  it('opens on its first entry, and is accessible in both themes', async () => {
    render(<AccountMenu onSelect={() => undefined} />);
    await page.getByRole('button', { name: 'Hoa' }).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'Vietnamese' })).toHaveFocus();
    await expect
      .element(page.getByRole('button', { name: 'Hoa' }))
      .toHaveAttribute('aria-expanded', 'true');
    expect(await violations()).toEqual([]);
  });

  it('follows arrow keys, End, Home and first letters, and chooses with Enter', async () => {
    const onSelect = vi.fn();
    render(<AccountMenu onSelect={onSelect} />);
    const trigger = page.getByRole('button', { name: 'Hoa' });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitemradio', { name: 'Vietnamese' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'Sign out' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{End}{Home}e');
    await expect.element(page.getByRole('menuitemradio', { name: 'English' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('en');
    await expect.element(trigger).toHaveFocus();
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes on Escape, giving the focus back, and on a second press', async () => {
    render(<AccountMenu onSelect={() => undefined} />);
    const trigger = page.getByRole('button', { name: 'Hoa' });
    await trigger.click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(trigger).toHaveFocus();
    await expect.element(page.getByText('Sign out')).not.toBeVisible();
    await trigger.click();
    await expect.element(page.getByText('Sign out')).toBeVisible();
    await trigger.click();
    await expect.element(page.getByText('Sign out')).not.toBeVisible();
  });
});

function Disconnect({ onClosed }: { readonly onClosed: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Disconnect</Button>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false);
          onClosed();
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
        New orders will no longer arrive.
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  it('starts on the safe choice, keeps the focus, and gives it back', async () => {
    const onClosed = vi.fn();
    render(<Disconnect onClosed={onClosed} />);
    const opener = page.getByRole('button', { name: 'Disconnect', exact: true });
    await opener.click();
    await expect
      .element(page.getByRole('dialog', { name: 'Disconnect Hoa Mai?' }))
      .toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(onClosed).toHaveBeenCalledTimes(1);
    await expect.element(opener).toHaveFocus();
  });
});

describe('InfoButton', () => {
  it('explains on a press and closes on Escape', async () => {
    render(<InfoButton label="About GMV">Everything that was ordered.</InfoButton>);
    const button = page.getByRole('button', { name: 'About GMV' });
    await button.click();
    await expect.element(page.getByRole('dialog', { name: 'About GMV' })).toHaveFocus();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('Everything that was ordered.')).not.toBeVisible();
    await expect.element(button).toHaveFocus();
  });
});

describe('Tooltip', () => {
  it('shows on focus, describes its text, and goes on Escape', async () => {
    render(<Tooltip content="1.250.123.456 ₫">1,25 tỷ</Tooltip>);
    const text = page.getByText('1,25 tỷ');
    const tip = page.getByText('1.250.123.456 ₫');
    await expect.element(text).toHaveAccessibleDescription('1.250.123.456 ₫');
    await expect.element(tip).not.toBeVisible();
    await userEvent.tab();
    await expect.element(tip).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(tip).not.toBeVisible();
  });

  it('stays inside the window', async () => {
    render(<Tooltip content="A text that is a good deal longer than its trigger">x</Tooltip>);
    await userEvent.tab();
    const tip = page.getByText('A text that is a good deal longer than its trigger');
    await expect.element(tip).toBeVisible();
    const { left, right, top } = tip.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(window.innerWidth);
    expect(top).toBeGreaterThanOrEqual(0);
  });
});
