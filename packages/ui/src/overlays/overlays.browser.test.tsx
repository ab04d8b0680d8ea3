import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../actions/Button.tsx';
import { violationsInBothThemes, render } from '../testing/render.tsx';
import { InfoButton } from './InfoButton.tsx';
import { Menu } from './Menu.tsx';
import { Popover } from './Popover.tsx';
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
          lang: 'en',
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
        { kind: 'action', id: 'password', label: 'Đổi mật khẩu', onSelect: () => onSelect('new') },
        { kind: 'action', id: 'out', label: 'Đăng xuất', onSelect: () => onSelect('out') },
      ]}
    />
  );
}

describe('Menu', () => {
  it('opens on its first item, and is accessible in both themes', async () => {
    render(<AccountMenu onSelect={() => undefined} />);
    await page.getByRole('button', { name: 'Hoa' }).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'Vietnamese' })).toHaveFocus();
    await expect.element(page.getByText('Vietnamese')).toHaveAttribute('lang', 'en');
    await expect
      .element(page.getByRole('button', { name: 'Hoa' }))
      .toHaveAttribute('aria-expanded', 'true');
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('fits the smallest phone with names that have no spaces', async () => {
    await page.viewport(320, 700);
    onTestFinished(() => page.viewport(1280, 720));
    const name = 'recent_orders_of_the_shop_'.repeat(3);
    render(
      <Menu
        label="Views"
        header={name}
        renderTrigger={(props) => <Button {...props}>Views</Button>}
        entries={[
          { kind: 'heading', id: 'own', label: name },
          { kind: 'choice', id: 'view', label: name, chosen: true, onSelect: () => undefined },
        ]}
      />,
    );
    await page.getByRole('button', { name: 'Views' }).click();
    await expect.element(page.getByRole('menuitemradio', { name })).toHaveFocus();
    const popup = document.querySelector(':popover-open');
    expect(popup?.scrollWidth).toBe(popup?.clientWidth);
  });

  it('follows arrow keys, End, Home and first letters, and selects with Enter', async () => {
    const onSelect = vi.fn();
    render(<AccountMenu onSelect={onSelect} />);
    const trigger = page.getByRole('button', { name: 'Hoa' });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitemradio', { name: 'Vietnamese' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'Đăng xuất' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{End}{Home}e');
    await expect.element(page.getByRole('menuitemradio', { name: 'English' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('en');
    await expect.element(trigger).toHaveFocus();
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes on Escape, returning the focus, and on a second click', async () => {
    render(<AccountMenu onSelect={() => undefined} />);
    const trigger = page.getByRole('button', { name: 'Hoa' });
    await trigger.click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(trigger).toHaveFocus();
    await expect.element(page.getByText('Đăng xuất')).not.toBeVisible();
    await trigger.click();
    await expect.element(page.getByText('Đăng xuất')).toBeVisible();
    await trigger.click();
    await expect.element(page.getByText('Đăng xuất')).not.toBeVisible();
  });
});

describe('Menu keys', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const focused = () => document.activeElement?.textContent;

  it('find items by typing, without diacritics, and by several letters', async () => {
    // Fake timers keep keystrokes within one search term on slow machines.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    render(<AccountMenu onSelect={() => undefined} />);
    await page.getByRole('button', { name: 'Hoa' }).click();
    await expect.poll(focused).toBe('Vietnamese');
    await userEvent.keyboard('d');
    await expect.poll(focused).toBe('Đổi mật khẩu');
    await userEvent.keyboard('a');
    await expect.poll(focused).toBe('Đăng xuất');
    vi.advanceTimersByTime(1000);
    await userEvent.keyboard('d');
    await expect.poll(focused).toBe('Đổi mật khẩu');
    await userEvent.keyboard('d');
    await expect.poll(focused).toBe('Đăng xuất');
  });

  it('type a space after a letter, and select with it otherwise', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onSelect = vi.fn();
    render(<AccountMenu onSelect={onSelect} />);
    await page.getByRole('button', { name: 'Hoa' }).click();
    await expect.poll(focused).toBe('Vietnamese');
    await userEvent.keyboard('doi m');
    await expect.poll(focused).toBe('Đổi mật khẩu');
    expect(onSelect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    await userEvent.keyboard(' ');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('new');
  });

  it('leave keys with Ctrl, Alt or Meta to the browser', async () => {
    render(<AccountMenu onSelect={() => undefined} />);
    await page.getByRole('button', { name: 'Hoa' }).click();
    await expect.poll(focused).toBe('Vietnamese');
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) {
      const press = new KeyboardEvent('keydown', {
        key: 'p',
        bubbles: true,
        cancelable: true,
        [modifier]: true,
      });
      expect(document.activeElement?.dispatchEvent(press)).toBe(true);
      expect(focused()).toBe('Vietnamese');
    }
  });

  it('open the last item by arrow up', async () => {
    render(<AccountMenu onSelect={() => undefined} />);
    await userEvent.keyboard('{Tab}{ArrowUp}');
    await expect.poll(focused).toBe('Đăng xuất');
  });

  it('move on by Tab to what follows the button, and back to it, and close the menu', async () => {
    render(
      <>
        <AccountMenu onSelect={() => undefined} />
        <button type="button">Next</button>
      </>,
    );
    const trigger = page.getByRole('button', { name: 'Hoa' });
    const entry = page.getByText('Đăng xuất');
    await trigger.click();
    await expect.poll(focused).toBe('Vietnamese');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
    await expect.element(entry).not.toBeVisible();
    await trigger.click();
    await expect.poll(focused).toBe('Vietnamese');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(trigger).toHaveFocus();
    await expect.element(entry).not.toBeVisible();
  });

  it('do not open the menu of a busy button, nor does a click', async () => {
    render(
      <Menu
        label="Download"
        entries={[{ kind: 'action', id: 'csv', label: 'CSV', onSelect: () => undefined }]}
        renderTrigger={(props) => (
          <Button {...props} busy>
            Download
          </Button>
        )}
      />,
    );
    await page.getByRole('button', { name: 'Download' }).click({ force: true });
    await userEvent.keyboard('{Enter}{ArrowDown}');
    await expect.element(page.getByRole('button', { name: 'Download' })).toHaveFocus();
    await expect.element(page.getByText('CSV')).not.toBeVisible();
  });
});

describe('InfoButton', () => {
  it('opens on click and closes on Escape', async () => {
    render(<InfoButton label="About GMV">Everything that was ordered.</InfoButton>);
    const button = page.getByRole('button', { name: 'About GMV' });
    await button.click();
    await expect.element(page.getByRole('dialog', { name: 'About GMV' })).toHaveFocus();
    await expect.element(page.getByText('Everything that was ordered.')).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('Everything that was ordered.')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });
});

describe('Popover', () => {
  it('stays open when one inside it closes', async () => {
    render(
      <Popover label="News" renderTrigger={(props) => <Button {...props}>News</Button>}>
        {() => <InfoButton label="About">Since Monday</InfoButton>}
      </Popover>,
    );
    await page.getByRole('button', { name: 'News' }).click();
    const about = page.getByRole('button', { name: 'About' });
    await about.click();
    await expect.element(page.getByText('Since Monday')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(about).toHaveAttribute('aria-expanded', 'false');
    await expect.element(page.getByRole('dialog', { name: 'News' })).toBeVisible();
  });

  it('closes when the focus leaves it', async () => {
    render(
      <>
        <Popover label="News" renderTrigger={(props) => <Button {...props}>News</Button>}>
          {() => <button type="button">Read all</button>}
        </Popover>
        <button type="button">Next</button>
      </>,
    );
    await page.getByRole('button', { name: 'News' }).click();
    const panel = page.getByRole('dialog', { name: 'News' });
    await expect.element(panel).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Read all' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
    await expect.element(page.getByText('Read all')).not.toBeInTheDocument();
  });
});

describe('Popover in a low window', () => {
  it('covers its button where there is room neither below nor above', async () => {
    await page.viewport(853, 480);
    onTestFinished(() => page.viewport(1280, 720));
    render(
      <div style={{ paddingTop: 200 }}>
        <Popover label="News" renderTrigger={(props) => <Button {...props}>News</Button>}>
          {() => <div style={{ height: 800 }}>Since Monday</div>}
        </Popover>
      </div>,
    );
    await page.getByRole('button', { name: 'News' }).click();
    const panel = page.getByRole('dialog', { name: 'News' });
    await expect.element(panel).toHaveAttribute('data-placed');
    const { top, bottom } = panel.element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(480);
  });
});

describe('Tooltip', () => {
  it('shows on focus, describes its text, and closes on Escape', async () => {
    render(<Tooltip content="1.250.123.456 ₫">1,25 tỷ</Tooltip>);
    const text = page.getByText('1,25 tỷ');
    const tip = page.getByText('1.250.123.456 ₫');
    await expect.element(text).toHaveAccessibleDescription('1.250.123.456 ₫');
    await expect.element(tip).not.toBeVisible();
    await userEvent.tab();
    await expect.element(tip).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
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

  it('closes on Escape while hovered and the focus is elsewhere (WCAG 1.4.13)', async () => {
    render(
      <>
        <input aria-label="Name" />
        <Tooltip content="1.250.123.456 ₫">1,25 tỷ</Tooltip>
      </>,
    );
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.click();
    await page.getByText('1,25 tỷ').hover();
    const tip = page.getByText('1.250.123.456 ₫');
    await expect.element(tip).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(tip).not.toBeVisible();
    await expect.element(name).toHaveFocus();
  });

  it('closes when the next one opens', async () => {
    render(
      <>
        <Tooltip content="first tip">first</Tooltip> <Tooltip content="second tip">second</Tooltip>
      </>,
    );
    await userEvent.tab();
    await expect.element(page.getByText('first tip')).toBeVisible();
    await page.getByText('second', { exact: true }).hover();
    await expect.element(page.getByText('second tip')).toBeVisible();
    await expect.element(page.getByText('first tip')).not.toBeVisible();
  });
});
