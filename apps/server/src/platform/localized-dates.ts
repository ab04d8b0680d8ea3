/** As in the web: numbers in Vietnamese; in English the month by its name, for numbers alone read two ways. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `27/11/2026, 09:05` of Việt Nam; in English `27 Nov 2026, 09:05`. */
export function dateTime(instant: Date, vi: boolean): string {
  const timeZone = 'Asia/Ho_Chi_Minh';
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(instant);
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant);
  return `${dayWords(day, vi)}, ${time}`;
}

/** A calendar day as it stands (`2026-11-03`), in no zone: `3/11/2026`, in English `3 Nov 2026`. */
export function dayWords(day: string, vi: boolean): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return vi
    ? `${Number(date)}/${Number(month)}/${year}`
    : `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`;
}
