import type { WebhookDelivery, WebhookState } from '@seller-connect/contract';
import { Banner, Button, Card, EmptyState, LinkIcon, Quiet, showToast } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coreClient } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { formats, sharedTexts } from '../i18n/index.ts';
import { knownText } from '../i18n/knownText.ts';
import { CardPlaceholder } from '../lists/CardPlaceholder.tsx';
import { lazyBlock } from '../loading/lazyBlock.tsx';
import { texts } from './texts.ts';
import styles from './webhook.module.css';
import { webhookQuery } from './webhookQueries.ts';

const WebhookDialog = lazyBlock(() => import('./WebhookDialog.tsx'), null);

/** The team's webhook with its last deliveries, for owners. */
export default function WebhookCard() {
  const query = useQuery(webhookQuery);
  /** Null before the settings are opened first. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const test = useMutation({
    mutationFn: () => coreClient().call('testWebhook', {}),
    changes: ['readWebhook'],
    onSuccess: () => showToast({ tone: 'positive', title: texts.testing }),
  });
  const { data } = query;
  if (!data) {
    return <CardPlaceholder title={texts.title} query={query} failed={texts.failed} rows={2} />;
  }
  const open = () => setOpen(true);
  return (
    <Card
      title={texts.title}
      summary={texts.intro}
      actions={
        data.webhook && (
          <>
            <Button size="small" busy={test.isPending} onClick={() => test.mutate(undefined)}>
              {texts.test}
            </Button>
            <Button size="small" onClick={open}>
              {sharedTexts.edit}
            </Button>
          </>
        )
      }
    >
      {data.webhook ? (
        <WebhookDetails state={data} webhook={data.webhook} />
      ) : (
        <EmptyState
          title={texts.none}
          icon={<LinkIcon size={24} />}
          action={<Button onClick={open}>{texts.add}</Button>}
        >
          {texts.noneText}
        </EmptyState>
      )}
      {isOpen !== null && (
        <WebhookDialog isOpen={isOpen} state={data} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

interface WebhookDetailsProps {
  readonly state: WebhookState;
  readonly webhook: NonNullable<WebhookState['webhook']>;
}

function WebhookDetails({ state: { kinds, deliveries }, webhook }: WebhookDetailsProps) {
  const { url, disabledAt, failingSince } = webhook;
  const titles = new Map<string, string>(kinds.map(({ kind, title }) => [kind, title]));
  return (
    <div className={styles.details}>
      {disabledAt !== null && <Banner tone="negative" title={texts.disabled} />}
      {disabledAt === null && failingSince !== null && (
        <Banner tone="attention" title={texts.failing(formats.dateTime(failingSince))} />
      )}
      <p className={styles.url}>{url}</p>
      <Quiet as="p">{texts.kinds(formats.number(webhook.kinds.length))}</Quiet>
      <h3 className={styles.heading}>{texts.deliveries}</h3>
      {deliveries.length === 0 ? (
        <Quiet as="p">{texts.noDeliveries}</Quiet>
      ) : (
        <ul className={styles.deliveries}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              title={titles.get(delivery.type) ?? texts.testType}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function DeliveryRow({
  delivery,
  title,
}: {
  readonly delivery: WebhookDelivery;
  readonly title: string;
}) {
  const { at, attempts, nextAt, state } = delivery;
  const problem = describeProblem(delivery);
  const facts = [
    formats.dateTime(at),
    texts.attempts(formats.number(attempts)),
    ...(problem === null ? [] : [problem]),
    ...(nextAt === null || attempts === 0 ? [] : [texts.next(formats.upcoming(nextAt))]),
  ];
  return (
    <li>
      <span>{title}</span>
      <span className={styles.state} data-state={state}>
        {knownText(texts.states, state, sharedTexts.other)}
      </span>
      <Quiet>{facts.join(' · ')}</Quiet>
    </li>
  );
}

/** Returns how the last attempt ended as words; null before one. */
function describeProblem({ status, problem }: WebhookDelivery): string | null {
  if (problem === 'timeout' || problem === 'address_refused' || problem === 'redirected') {
    return texts.problems[problem];
  }
  if (status !== null) return texts.status(String(status));
  return problem === null ? null : texts.noAnswer(problem);
}
