import { brandShades, Button, notify, parseColour, TextField, toHex } from '@seller-connect/ui';
import { useId, useState, useSyncExternalStore } from 'react';
import {
  chooseColour,
  chosenColour,
  customPreset,
  defaultPreset,
  onThemeChange,
  presetInEffect,
  presetOfPage,
  presets,
  schemeInEffect,
  type ColourPreset,
} from '../../theme/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import styles from './appearance.module.css';
import { texts } from './texts.ts';
import { useShades } from './useCustomProperties.ts';

const names: Readonly<Record<string, string>> = texts.presets;

/** The presets to choose from: the page's own first, if it has one. */
function offered(fromPage: ColourPreset | undefined): readonly ColourPreset[] {
  return fromPage ? [{ ...fromPage, id: 'page' }, ...presets] : presets;
}

const same = (one: ColourPreset, other: ColourPreset) =>
  one.primary.toLowerCase() === other.primary.toLowerCase() &&
  one.secondary.toLowerCase() === other.secondary.toLowerCase();

/** Uses a colour at once, in every tab, and offers the way back to the one before. */
function use(next: ColourPreset | null): void {
  const before = chosenColour();
  chooseColour(next);
  notify({
    tone: 'positive',
    title: texts.changed,
    action: { label: texts.undo, onPress: () => chooseColour(before) },
  });
}

/** Brand colour: a preset, or any colour, seen before it is used. */
export function BrandColour() {
  const group = useId();
  const fromPage = presetOfPage();
  const current = useSyncExternalStore(onThemeChange, () =>
    JSON.stringify(presetInEffect(fromPage)),
  );
  const inEffect = presetInEffect(fromPage);
  const list = offered(fromPage);
  return (
    <div className={styles.colours}>
      <fieldset className={styles.presets}>
        <legend className={styles.legend}>{texts.colour}</legend>
        {list.map((preset) => (
          <PresetChoice
            key={preset.id}
            group={group}
            preset={preset}
            chosen={same(preset, inEffect)}
          />
        ))}
      </fieldset>
      <OwnColour key={current} start={inEffect.primary} />
      {!same(inEffect, fromPage ?? defaultPreset) && (
        <div>
          <Button onClick={() => use(null)}>{texts.reset}</Button>
        </div>
      )}
    </div>
  );
}

interface PresetChoiceProps {
  readonly group: string;
  readonly preset: ColourPreset;
  readonly chosen: boolean;
}

function PresetChoice({ group, preset, chosen }: PresetChoiceProps) {
  const swatch = useShades<HTMLSpanElement>({ '--swatch': preset.primary });
  return (
    <label className={styles.preset}>
      <input
        type="radio"
        name={group}
        value={preset.id}
        checked={chosen}
        onChange={() => use(preset)}
      />
      <span ref={swatch} className={styles.swatch} />
      <span>{names[preset.id] ?? preset.name}</span>
    </label>
  );
}

function OwnColour({ start }: { readonly start: string }) {
  const [text, setText] = useState(start);
  const [error, setError] = useState<string | null>(null);
  const rgb = parseColour(text);
  const shown = rgb ? toHex(rgb) : start;
  // The theme can be changed beside the preview, on this very screen.
  const scheme = useSyncExternalStore(onThemeChange, schemeInEffect);
  const preview = useShades<HTMLDivElement>({ ...brandShades(customPreset(shown), scheme) });
  return (
    <form
      className={styles.own}
      onSubmit={(event) => {
        event.preventDefault();
        if (rgb) use(customPreset(toHex(rgb)));
        else setError(formMessages.type.colour(texts.own));
      }}
    >
      <div className={styles.ownFields}>
        <TextField
          label={texts.own}
          help={texts.ownHelp}
          error={error}
          value={text}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(null);
          }}
        />
        <input
          type="color"
          className={styles.picker}
          aria-label={texts.pick}
          value={shown}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(null);
          }}
        />
        <Button type="submit">{texts.use}</Button>
      </div>
      <div ref={preview} className={styles.preview} role="group" aria-label={texts.preview}>
        <span className={styles.previewTitle}>{texts.preview}</span>
        <span className={styles.previewFill}>{texts.previewButton}</span>
        <span className={styles.previewLink}>{texts.previewLink}</span>
        <span className={styles.previewBar} />
      </div>
    </form>
  );
}
