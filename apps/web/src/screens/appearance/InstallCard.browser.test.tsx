import { render } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { watchInstallOffer } from '../../loading/installOffer.ts';
import AppearanceScreen from './AppearanceScreen.tsx';
import { texts } from './texts.ts';

const install = () => page.getByRole('button', { name: texts.install });

it('the settings offer installation once, if the browser does', async () => {
  watchInstallOffer();
  render(<AppearanceScreen />);
  await expect.element(install()).not.toBeInTheDocument();
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  await install().click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.element(install()).not.toBeInTheDocument();
});
