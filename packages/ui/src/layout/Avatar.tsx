import { useState } from 'react';
import styles from './Avatar.module.css';

export interface AvatarProps {
  /** The person's name, written beside it or told by the button around it. */
  readonly name: string;
  readonly picture?: string | undefined;
}

/** A person's picture, or the first letters of the name. Silent to screen readers. */
export function Avatar({ name, picture }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={styles.avatar} aria-hidden="true">
      {picture !== undefined && picture !== broken ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** First letter of the first and of the last word. In Vietnamese the last one is the given name. */
function initials(name: string): string {
  const nameParts = name.trim().split(/\s+/);
  const outerParts = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : nameParts;
  return outerParts
    .map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
