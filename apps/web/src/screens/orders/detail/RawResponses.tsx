import { Card, Button, ChevronRightIcon, Skeleton, Quiet } from '@seller-connect/ui';
import type { Platform } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { parse, stringify } from 'lossless-json';
import { useState } from 'react';
import { useTeamRole } from '../../../session/useTeamRole.ts';
import { formats } from '../../../i18n/index.ts';
import styles from '../orders.module.css';
import { rawResponsesQuery, type OrderKey } from '../queries.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { texts } from '../texts.ts';
import { LoadError } from '../../../loading/LoadError.tsx';

interface RawResponsesProps {
  readonly of: OrderKey & { readonly platform: Platform };
}

/** The marketplace's raw responses about an order, the source of its metrics. Fetched on demand. */
export function RawResponses({ of }: RawResponsesProps) {
  const { role } = useTeamRole();
  const [wanted, setWanted] = useState(false);
  return (
    <Card title={texts.answers} summary={texts.answersWhat}>
      {role === 'viewer' && <Quiet as="p">{texts.membersOnly}</Quiet>}
      {role !== 'viewer' && !wanted && (
        <Button onClick={() => setWanted(true)}>{texts.showAnswers}</Button>
      )}
      {wanted && (
        <div ref={focus} tabIndex={-1} role="group" aria-label={texts.answers}>
          <ResponseList of={of} />
        </div>
      )}
    </Card>
  );
}

/** The button that had the focus is gone. */
const focus = (part: HTMLElement | null) => part?.focus({ preventScroll: true });

function ResponseList({ of }: RawResponsesProps) {
  const responses = useQuery(rawResponsesQuery(of));
  return (
    <>
      {responses.isPending && (
        <div aria-busy="true">
          <Skeleton shape="row" count={3} />
        </div>
      )}
      {responses.error && <LoadError title={texts.answersFailed} query={responses} />}
      {responses.data?.total === 0 && <p>{texts.noAnswers}</p>}
      {responses.data?.items.map((answer, index) => (
        <details
          key={`${answer.part} ${answer.readAt} ${index}`}
          className={styles.answer}
          open={index === 0}
        >
          <summary>
            <ChevronRightIcon />
            {texts.answerOf(partName(answer.part, of.platform), formats.dateTime(answer.readAt))}
          </summary>
          {/* Long lines scroll horizontally, so the element has to be focusable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>{formatJson(answer.payload)}</pre>
        </details>
      ))}
    </>
  );
}

function partName(part: string, platform: Platform): string {
  const { answerParts, secondAnswerPart } = texts;
  const second = part === 'order_items' ? secondAnswerPart : {};
  return knownText(second, platform, knownText(answerParts, part, part));
}

/**
 * Formats the JSON but keeps every number as it was sent. The text serves as evidence, and JSON.parse would round
 * long IDs.
 */
function formatJson(json: string): string {
  try {
    return stringify(parse(json), undefined, 2) ?? json;
  } catch {
    return json;
  }
}
