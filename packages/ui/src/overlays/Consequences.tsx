import styles from './Consequences.module.css';

/** What an action does, point by point, in the dialog that confirms it. */
export function Consequences({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
