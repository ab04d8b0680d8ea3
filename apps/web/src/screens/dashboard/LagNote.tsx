import { formats } from '../../i18n/index.ts';
import { texts } from './texts.ts';

/** How far figures may be behind; nothing if they are current. */
export function LagNote({ seconds }: { readonly seconds: number | undefined }) {
  return seconds === undefined ? null : <p>{texts.behind(formats.number(seconds))}</p>;
}
