import { Banner, Block, Button, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { parse, stringify } from 'lossless-json';
import { useState } from 'react';
import { useTeamRole } from '../../../session/useTeamRole.ts';
import { formats, shared } from '../../../i18n/index.ts';
import styles from '../orders.module.css';
import { answersQuery, type OrderKey } from '../queries.ts';
import { texts } from '../texts.ts';

/** The marketplace's answers word for word: the end of the way down from a figure. Asked for when wanted. */
export function Answers({ of }: { readonly of: OrderKey }) {
  const { role } = useTeamRole();
  const [wanted, setWanted] = useState(false);
  const answers = useQuery({ ...answersQuery(of), enabled: wanted });
  return (
    <Block title={texts.answers} summary={texts.answersWhat}>
      {role === 'viewer' && <p className={styles.quiet}>{texts.membersOnly}</p>}
      {role !== 'viewer' && !wanted && (
        <Button onClick={() => setWanted(true)}>{texts.showAnswers}</Button>
      )}
      {wanted && answers.isPending && (
        <div aria-busy="true">
          <Skeleton shape="row" count={3} />
        </div>
      )}
      {answers.error && (
        <Banner
          tone="negative"
          announced
          title={texts.answersFailed}
          actions={
            <Button size="small" busy={answers.isFetching} onClick={() => void answers.refetch()}>
              {shared.tryAgain}
            </Button>
          }
        />
      )}
      {answers.data?.total === 0 && <p>{texts.noAnswers}</p>}
      {answers.data?.items.map((answer, index) => (
        <details
          key={`${answer.part} ${answer.readAt} ${index}`}
          className={styles.answer}
          open={index === 0}
        >
          <summary>
            {texts.answerOf(partName(answer.part), formats.dateTime(answer.readAt))}
          </summary>
          {/* Long lines scroll inside, which a keyboard must be able to do too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>{indented(answer.payload)}</pre>
        </details>
      ))}
    </Block>
  );
}

function partName(part: string): string {
  return part === 'order' || part === 'order_items' ? texts.answerParts[part] : part;
}

/** In lines, with every number as it was sent: this text is shown as proof, and JSON.parse would round long ids. */
function indented(json: string): string {
  try {
    return stringify(parse(json), undefined, 2) ?? json;
  } catch {
    return json;
  }
}
