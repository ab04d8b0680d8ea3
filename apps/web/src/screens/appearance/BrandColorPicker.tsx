import {
  brandShades,
  Button,
  showToast,
  parseColor,
  TextField,
  toasts,
  toHex,
  VisuallyHidden,
} from '@seller-connect/ui';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { useKeyedState } from '../../forms/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import {
  setColorPreset,
  getColorPreset,
  createCustomPreset,
  defaultPreset,
  onThemeChange,
  getActivePreset,
  readPagePreset,
  presets,
  getActiveScheme,
  type ColorPreset,
} from '../../theme/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import styles from './appearance.module.css';
import { texts } from './texts.ts';

const names: Readonly<Record<string, string>> = texts.presets;

/** Returns the presets to choose from, the page's own first if it has one. */
function offeredPresets(fromPage: ColorPreset | undefined): readonly ColorPreset[] {
  return fromPage ? [{ ...fromPage, id: 'page' }, ...presets] : presets;
}

const isSamePreset = (one: ColorPreset, other: ColorPreset) =>
  one.primary.toLowerCase() === other.primary.toLowerCase() &&
  one.secondary.toLowerCase() === other.secondary.toLowerCase();

/** The toast that undoes the last change. */
let undoToast: number | undefined;

/** Applies a color in every tab and shows a toast with an undo action instead of the one before. */
function applyPreset(next: ColorPreset | null): void {
  const before = getColorPreset();
  setColorPreset(next);
  if (undoToast !== undefined) toasts.dismiss(undoToast);
  undoToast = showToast({
    tone: 'positive',
    title: texts.changed,
    action: { label: sharedTexts.undo, onPress: () => setColorPreset(before) },
  });
}

/** Selects the brand color: a preset or any color, with a preview. */
export function BrandColorPicker() {
  const group = useId();
  const fromPage = readPagePreset();
  // Renders again when the preset changes, here or in another tab.
  useSyncExternalStore(onThemeChange, () => JSON.stringify(getActivePreset(fromPage)));
  const inEffect = getActivePreset(fromPage);
  const list = offeredPresets(fromPage);
  return (
    <div className={styles.colors}>
      <fieldset className={styles.presets}>
        <legend>
          <VisuallyHidden>{texts.color}</VisuallyHidden>
        </legend>
        {list.map((preset) => (
          <PresetChoice
            key={preset.id}
            group={group}
            preset={preset}
            chosen={isSamePreset(preset, inEffect)}
          />
        ))}
      </fieldset>
      <CustomColor start={inEffect.primary} />
      {!isSamePreset(inEffect, fromPage ?? defaultPreset) && (
        <div>
          <Button onClick={() => applyPreset(null)}>{texts.reset}</Button>
        </div>
      )}
    </div>
  );
}

interface PresetChoiceProps {
  readonly group: string;
  readonly preset: ColorPreset;
  readonly chosen: boolean;
}

function PresetChoice({ group, preset, chosen }: PresetChoiceProps) {
  const swatch = useCustomProperties<HTMLSpanElement>({ '--swatch': preset.primary });
  return (
    <label className={styles.preset}>
      <input
        type="radio"
        name={group}
        value={preset.id}
        checked={chosen}
        onChange={() => applyPreset(preset)}
      />
      <span ref={swatch} className={styles.swatch} />
      <span>{names[preset.id] ?? preset.name}</span>
    </label>
  );
}

function CustomColor({ start }: { readonly start: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useKeyedState(start, start);
  const [rejected, setRejected] = useState<string | null>(null);
  const rgb = parseColor(text);
  const color = rgb ? toHex(rgb) : start;
  // The theme can change while the preview is shown: its control is on this screen.
  const scheme = useSyncExternalStore(onThemeChange, getActiveScheme);
  const preview = useCustomProperties<HTMLDivElement>({
    ...brandShades(createCustomPreset(color), scheme),
  });
  return (
    <form
      className={styles.own}
      onSubmit={(event) => {
        event.preventDefault();
        if (rgb) return applyPreset(createCustomPreset(toHex(rgb)));
        setRejected(text);
        field.current?.focus();
      }}
    >
      <div className={styles.ownFields}>
        <TextField
          ref={field}
          label={texts.own}
          help={texts.ownHelp}
          error={text === rejected ? formMessages.type.color(texts.own) : null}
          value={text}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <input
          type="color"
          className={styles.picker}
          aria-label={texts.pick}
          value={color}
          onChange={(event) => setText(event.currentTarget.value)}
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

/**
 * Sets custom properties on one element by script. The content security policy forbids `style` attributes in
 * prerendered markup.
 */
function useCustomProperties<Target extends HTMLElement>(
  shades: Readonly<Record<string, string>>,
): RefObject<Target | null> {
  const element = useRef<Target>(null);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(shades)) {
      element.current?.style.setProperty(name, value);
    }
  });
  return element;
}
