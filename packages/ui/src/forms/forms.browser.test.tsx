import { useState, type FormEvent } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { violationsInBothThemes, render } from '../testing/render.tsx';
import { Button } from '../actions/Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { CodeField } from './CodeField.tsx';
import { MoneyField } from './MoneyField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SearchField } from './SearchField.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import { Select } from './Select.tsx';
import { TextField } from './TextField.tsx';

/** Sets the text in one step, as pasting and IME composition do. */
function write(field: Element, text: string, options: InputEventInit = {}): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, ...options }));
}

describe('fields', () => {
  it('have accessible names and contrast in both themes, with help and with errors', async () => {
    render(
      <form>
        <TextField label="Name" help="As on the invoice" />
        <TextField label="E-mail" help="Never shown" error="Please enter your email!" />
        <PasswordField label="Password" showLabel="Show" hideLabel="Hide" />
        <Checkbox label="Remember me" defaultChecked />
        <Select
          label="Business"
          value="a"
          options={[{ value: 'a', label: 'Fashion' }]}
          onValueChange={() => undefined}
        />
        <Button type="submit" variant="primary">
          Save the profile
        </Button>
        <Button variant="danger">Disconnect</Button>
        <Button variant="quiet">More</Button>
        <Button disabled>Not now</Button>
      </form>,
    );
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('show the error instead of the help and associate it with the control', async () => {
    render(<TextField label="E-mail" help="Never shown" error="Please enter your email!" />);
    const field = page.getByRole('textbox', { name: 'E-mail' });
    await expect.element(field).toHaveAccessibleDescription('Please enter your email!');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(document.body.textContent).not.toContain('Never shown');
  });

  it('show and hide a password without losing it', async () => {
    render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" />);
    const field = page.getByLabelText('Password');
    await field.fill('secret');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.element(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect.element(field).toHaveAttribute('type', 'password');
    await expect.element(field).toHaveValue('secret');
  });
});

describe('Select', () => {
  it('shows none of its options while its value is none of them, so that each can be chosen', async () => {
    const onValueChange = vi.fn();
    const options = [
      { value: 'all', label: 'All shops' },
      { value: 'a', label: 'Hoa Mai' },
    ];
    render(<Select label="Shop" value="gone" {...{ options, onValueChange }} />);
    const select = page.getByRole('combobox', { name: 'Shop' });
    await expect.element(select).toHaveDisplayValue('–');
    expect(await violationsInBothThemes()).toEqual([]);
    await select.selectOptions('All shops');
    expect(onValueChange).toHaveBeenCalledWith('all');
  });
});

describe('SegmentedControl', () => {
  it('moves with the arrow keys like a radio group', async () => {
    const onValueChange = vi.fn();
    render(
      <SegmentedControl
        label="Period"
        value="7d"
        options={[
          { value: '7d', label: '7 days' },
          { value: '28d', label: '28 days' },
        ]}
        onValueChange={onValueChange}
      />,
    );
    expect(await violationsInBothThemes()).toEqual([]);
    await userEvent.tab();
    await expect.element(page.getByRole('radio', { name: '7 days' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onValueChange).toHaveBeenLastCalledWith('28d');
  });
});

describe('Button', () => {
  it('keeps its width and its focus while busy, and ignores clicks', async () => {
    const onClick = vi.fn();
    const { update } = render(<Button onClick={onClick}>Save the profile</Button>);
    const button = page.getByRole('button', { name: 'Save the profile' });
    const width = button.element().getBoundingClientRect().width;
    await button.click();
    update(
      <Button onClick={onClick} busy>
        Save the profile
      </Button>,
    );
    await userEvent.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledTimes(1);
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    expect(button.element().getBoundingClientRect().width).toBe(width);
  });

  it('does not submit its form while busy', async () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <TextField label="Number" />
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    );
    await page.getByRole('button', { name: 'Save' }).click({ force: true });
    await page.getByRole('textbox', { name: 'Number' }).click();
    await userEvent.keyboard('{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('MoneyField', () => {
  function Amount({ error }: { readonly error?: string }) {
    const [value, setValue] = useState('');
    return (
      <MoneyField
        label="Price"
        separator="."
        sign="₫"
        value={value}
        onValueChange={setValue}
        error={error}
      />
    );
  }
  const field = () => page.getByLabelText('Price');

  it('is accessible in both themes, with an error too', async () => {
    render(<Amount error="Please enter the price in digits" />);
    await expect.element(field()).toHaveAccessibleDescription('Please enter the price in digits');
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('groups digits while typing, and deletes a digit across a separator', async () => {
    render(<Amount />);
    await userEvent.type(field(), '1234567');
    await expect.element(field()).toHaveValue('1.234.567');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}');
    await expect.element(field()).toHaveValue('123.567');
    await userEvent.keyboard('9');
    await expect.element(field()).toHaveValue('1.239.567');
  });

  it('leaves the caret at a separator that cannot be deleted', async () => {
    render(<Amount />);
    await userEvent.type(field(), '1234567');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}');
    await expect.element(field()).toHaveValue('1.234.567');
    await userEvent.keyboard('{Backspace}');
    await expect.element(field()).toHaveValue('123.567');
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{Delete}{Delete}');
    await expect.element(field()).toHaveValue('12.367');
  });

  it('accepts a pasted amount in any common format', async () => {
    render(<Amount />);
    write(field().element(), '1,234,567 ₫', { inputType: 'insertFromPaste' });
    await expect.element(field()).toHaveValue('1.234.567');
  });

  it('leaves an invalid amount as it was typed', async () => {
    render(<Amount />);
    await userEvent.type(field(), '1,5');
    await expect.element(field()).toHaveValue('1,5');
  });
});

describe('CodeField', () => {
  function Code() {
    const [value, setValue] = useState('ABCD');
    return <CodeField label="Code" value={value} onValueChange={setValue} />;
  }
  const field = () => page.getByLabelText('Code');

  it('writes capitals at the caret', async () => {
    render(<Code />);
    await field().click();
    await userEvent.keyboard('{Home}{ArrowRight}xy');
    await expect.element(field()).toHaveValue('AXYBCD');
    await userEvent.keyboard('z{Backspace}w');
    await expect.element(field()).toHaveValue('AXYWBCD');
  });

  it('leaves a composition of an input method alone until it ends', async () => {
    render(<Code />);
    const input = field().element();
    if (!(input instanceof HTMLInputElement)) throw new Error('no field');
    input.focus();
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    write(input, 'ABCDo', { isComposing: true });
    write(input, 'ABCDô', { isComposing: true });
    expect(input.value).toBe('ABCDô');
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await expect.element(field()).toHaveValue('ABCDÔ');
  });
});

describe('SearchField', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function Search({ onSearch }: { readonly onSearch: (text: string) => void }) {
    const [value, setValue] = useState('');
    return (
      <>
        <SearchField
          label="Search"
          clearLabel="Clear"
          value={value}
          onSearch={(text) => {
            onSearch(text);
            setValue(text);
          }}
        />
        <button type="button" onClick={() => setValue('')}>
          Clear filters
        </button>
      </>
    );
  }
  const field = () => page.getByRole('searchbox', { name: 'Search' });

  it('is empty once the filters are cleared, although it began empty', async () => {
    const onSearch = vi.fn();
    render(<Search onSearch={onSearch} />);
    await userEvent.type(field(), 'zzz{Enter}');
    expect(onSearch).toHaveBeenLastCalledWith('zzz');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.element(field()).toHaveValue('');
  });

  it('keeps further input while the list catches up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onSearch = vi.fn();
    const shown = (value: string) => (
      <SearchField label="Search" clearLabel="Clear" value={value} onSearch={onSearch} />
    );
    const { update } = render(shown(''));
    write(field().element(), 'áo');
    vi.advanceTimersByTime(250);
    expect(onSearch).toHaveBeenLastCalledWith('áo');
    write(field().element(), 'áo t');
    update(shown('áo'));
    await expect.element(field()).toHaveValue('áo t');
    vi.advanceTimersByTime(250);
    expect(onSearch).toHaveBeenLastCalledWith('áo t');
    // Navigation such as Back sets a new value: it wins, and the draft is not reported.
    write(field().element(), 'áo th');
    update(shown('váy'));
    await expect.element(field()).toHaveValue('váy');
    vi.advanceTimersByTime(250);
    expect(onSearch).toHaveBeenCalledTimes(2);
  });

  it('searches within the filter that was chosen while it waited', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [before, after] = [vi.fn(), vi.fn()];
    const shown = (onSearch: (text: string) => void) => (
      <SearchField label="Search" clearLabel="Clear" value="" onSearch={onSearch} />
    );
    const { update } = render(shown(before));
    write(field().element(), 'áo');
    update(shown(after));
    vi.advanceTimersByTime(250);
    expect(before).not.toHaveBeenCalled();
    expect(after).toHaveBeenCalledWith('áo');
  });
});

describe('lists', () => {
  it('have no marker, and keep their role in Safari, which drops it for list-style none', () => {
    render(
      <ul>
        <li>One</li>
      </ul>,
    );
    const list = page.getByRole('list').element();
    expect(getComputedStyle(list).listStyleType).toBe('""');
  });
});

it('the length of a password follows what is typed before the script runs, and a reset', async () => {
  const form = (
    <form>
      <PasswordField
        label="Password"
        showLabel="Show"
        hideLabel="Hide"
        lengthMeter={{ min: 15, text: (typed) => `${typed} of 15` }}
      />
      <button type="reset">Reset</button>
    </form>
  );
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(form);
  await page.getByLabelText('Password', { exact: true }).fill('secret');
  const hydrated = hydrateRoot(root, form);
  onTestFinished(() => {
    hydrated.unmount();
    root.remove();
  });
  await expect.element(page.getByText('6 of 15')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(page.getByText('0 of 15')).toBeVisible();
});
