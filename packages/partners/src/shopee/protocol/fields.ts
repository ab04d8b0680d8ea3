import { Type } from 'typebox';

/** `parseJson` returns numbers as text. */
export const Id = Type.String({ pattern: '^\\d{1,20}$' });
/** Unix seconds. */
export const Seconds = Type.String({ pattern: '^\\d{1,10}$' });

/** @param seconds text of the schema `Seconds` */
export function parseInstant(seconds: string): Date {
  return new Date(Number(seconds) * 1000);
}
