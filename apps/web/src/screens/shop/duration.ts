import { texts } from './texts.ts';

/** How long something took, in the two largest units that it has; null while it is not over. */
export function formatDuration(startedAt: string, finishedAt: string | null): string | null {
  if (finishedAt === null) return null;
  const seconds = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000));
  if (seconds < 60) return texts.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return texts.minutes(minutes, seconds % 60);
  return texts.hours(Math.floor(minutes / 60), minutes % 60);
}
