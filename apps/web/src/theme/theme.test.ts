import { describe, expect, it } from 'vitest';
import { brandShades, contrast, parseColor } from '@seller-connect/ui/color.ts';
import { createCustomPreset, defaultPreset, getActivePreset, presets } from './brand.ts';
import { resolveScheme } from './scheme.ts';

describe('theme', () => {
  it('spec 4: a selected mode wins over the device, and the first visit follows the device', () => {
    expect(resolveScheme('light', true)).toBe('light');
    expect(resolveScheme('dark', false)).toBe('dark');
    expect(resolveScheme('system', true)).toBe('dark');
    expect(resolveScheme(null, false)).toBe('light');
    expect(resolveScheme(null, true)).toBe('dark');
  });

  it('spec 9: the default preset has the specified colors', () => {
    expect(defaultPreset).toMatchObject({ primary: '#1677ff', secondary: '#005EE2' });
  });

  it('spec 3: a preset supplied on the page overrides the default', () => {
    const ofPage = { id: 'page', name: 'Company', primary: '#aa0000', secondary: '#880000' };
    expect(getActivePreset(undefined)).toEqual(defaultPreset);
    expect(getActivePreset(ofPage)).toEqual(ofPage);
  });

  it.each([...presets, createCustomPreset('#ffff00'), createCustomPreset('#000000')])(
    'keeps text on buttons of $id readable in both themes',
    (preset) => {
      for (const scheme of ['light', 'dark'] as const) {
        const shades = brandShades(preset, scheme);
        const on = parseColor(shades['--on-brand']);
        const fill = parseColor(shades['--brand-fill']);
        if (!on || !fill) throw new Error('a shade is not a color');
        expect(contrast(on, fill)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});
