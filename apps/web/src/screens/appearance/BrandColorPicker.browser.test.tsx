import { render } from '@seller-connect/ui/testing/render.tsx';
import { toasts } from '@seller-connect/ui';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import { getColorPreset, setColorPreset } from '../../theme/index.ts';
import { BrandColorPicker } from './BrandColorPicker.tsx';
import { texts } from './texts.ts';

const field = () => page.getByRole('textbox', { name: texts.own });
const button = (name: string) => page.getByRole('button', { name });

afterEach(() => setColorPreset(null));

it('a color of one’s own is used, and the focus stays on the button', async () => {
  render(<BrandColorPicker />);
  await field().fill('#0a7d5a');
  await button(texts.use).click();
  await expect.element(button(texts.use)).toHaveFocus();
  expect(getColorPreset()?.primary).toBe('#0a7d5a');
  await button(texts.reset).click();
  await expect.element(field()).toHaveValue('#1677ff');
  expect(getColorPreset()).toBeNull();
});

it('only the last change can be undone', async () => {
  toasts.clear();
  render(<BrandColorPicker />);
  await page.getByRole('radio', { name: texts.presets.teal }).click();
  const teal = getColorPreset();
  await page.getByRole('radio', { name: texts.presets.indigo }).click();
  expect(toasts.current()).toHaveLength(1);
  toasts.current()[0]?.action?.onPress();
  expect(getColorPreset()).toEqual(teal);
});

it('an invalid color is reported at its field until it changes', async () => {
  render(<BrandColorPicker />);
  await field().fill('xanh');
  await button(texts.use).click();
  const error = page.getByText(formMessages.type.color(texts.own));
  await expect.element(error).toBeVisible();
  await expect.element(field()).toHaveFocus();
  expect(getColorPreset()).toBeNull();
  await field().fill('#0a7d5a');
  await expect.element(error).not.toBeInTheDocument();
});

it('a preset replaces what was typed', async () => {
  render(<BrandColorPicker />);
  await field().fill('xanh');
  await button(texts.use).click();
  await page.getByRole('radio', { name: texts.presets.teal }).click();
  await expect.element(field()).toHaveValue(getColorPreset()?.primary);
  await expect.element(field()).not.toHaveAttribute('aria-invalid');
});
