/** `27/11/2026, 09:05` of Việt Nam, in both languages. */
export function dateTime(instant: Date): string {
  const timeZone = 'Asia/Ho_Chi_Minh';
  const day = new Intl.DateTimeFormat('vi-VN', { timeZone }).format(instant);
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant);
  return `${day}, ${time}`;
}

/** A calendar day as it stands (`2026-11-03`), in no zone: `3/11/2026`, in both languages. */
export function dayWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)}/${Number(month)}/${year}`;
}
