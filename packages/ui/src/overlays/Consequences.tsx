import styles from './Consequences.module.css';

/** Lists the consequences of an action in the dialog that confirms it. */
export function Consequences({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
