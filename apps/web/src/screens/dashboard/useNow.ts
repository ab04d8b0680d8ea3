import { useEffect, useState } from 'react';

const minute = 60_000;

/** The time, renewed every minute, for ages in words. Milliseconds since 1970. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
