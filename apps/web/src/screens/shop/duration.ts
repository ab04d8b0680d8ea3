import { texts } from './texts.ts';

/** Formats a duration in its two largest units; null while it is not finished. */
export function formatDuration(startedAt: string, finishedAt: string | null): string | null {
  if (finishedAt === null) return null;
  const seconds = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000));
  if (seconds < 60) return texts.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return texts.minutes(minutes, seconds % 60);
  return texts.hours(Math.floor(minutes / 60), minutes % 60);
}
