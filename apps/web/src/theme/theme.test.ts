import { describe, expect, it } from 'vitest';
import { brandShades, contrast, parseColour } from '@seller-connect/ui/color.ts';
import { customPreset, defaultPreset, presetInEffect, presets } from './brand.ts';
import { schemeOf } from './scheme.ts';

describe('theme', () => {
  it('spec 4: a chosen mode wins over the device, and the first visit follows the device', () => {
    expect(schemeOf('light', true)).toBe('light');
    expect(schemeOf('dark', false)).toBe('dark');
    expect(schemeOf('system', true)).toBe('dark');
    expect(schemeOf(null, false)).toBe('light');
    expect(schemeOf(null, true)).toBe('dark');
  });

  it('spec 9: the default preset has the specified colours', () => {
    expect(defaultPreset).toMatchObject({ primary: '#1677ff', secondary: '#005EE2' });
  });

  it('spec 3: a preset supplied on the page overrides the default', () => {
    const ofPage = { id: 'page', name: 'Company', primary: '#aa0000', secondary: '#880000' };
    expect(presetInEffect(undefined)).toEqual(defaultPreset);
    expect(presetInEffect(ofPage)).toEqual(ofPage);
  });

  it.each([...presets, customPreset('#ffff00'), customPreset('#000000')])(
    'keeps text on buttons of $id readable in both themes',
    (preset) => {
      for (const scheme of ['light', 'dark'] as const) {
        const shades = brandShades(preset, scheme);
        const on = parseColour(shades['--on-brand']);
        const fill = parseColour(shades['--brand-fill']);
        if (!on || !fill) throw new Error('a shade is not a colour');
        expect(contrast(on, fill)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});
