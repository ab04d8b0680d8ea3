import { Block, CheckIcon, CloseIcon } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import styles from './connect.module.css';
import { texts } from './texts.ts';

function Points({
  title,
  icon,
  items,
}: {
  readonly title: string;
  readonly icon: ReactNode;
  readonly items: readonly string[];
}) {
  return (
    <div>
      <h3 className={styles.pointsTitle}>{title}</h3>
      <ul className={styles.points}>
        {items.map((item) => (
          <li key={item}>
            {icon}
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What is read, what never happens and how to stop, before anyone leaves for a marketplace. */
export function AboutLinking() {
  const { about } = texts;
  return (
    <Block title={about.title}>
      <div className={styles.about}>
        <Points title={about.reads} icon={<CheckIcon />} items={about.readsList} />
        <Points title={about.never} icon={<CloseIcon />} items={about.neverList} />
      </div>
      <p className={styles.stop}>{about.stop}</p>
    </Block>
  );
}
