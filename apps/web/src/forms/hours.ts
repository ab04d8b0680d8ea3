export const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatHour(hour),
}));
