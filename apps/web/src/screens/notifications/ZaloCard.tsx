import type { NotificationSettings } from '@seller-connect/contract';
import { Banner, Button, Card, showToast, TextField } from '@seller-connect/ui';
import { useState } from 'react';
import { ApiError, coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import styles from './notifications.module.css';
import { sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { texts } from './texts.ts';

const labels = texts.zaloPhone;

type ZaloPhone = NonNullable<NonNullable<NotificationSettings['zalo']>['phone']>;

/** Errors that concern what was typed; the shared handler shows the others. */
const locallyHandledStatuses = [422] as const;

/** Returns what the server says about the input, for the field. */
const messageOf = (error: Error | null) =>
  error instanceof ApiError && error.status === 422
    ? (error.serverMessage ?? labels.failed)
    : undefined;

const changes = ['notificationSettings'] as const;

/** The telephone number for notifications by Zalo: given, confirmed by a code, muted, deleted. */
export function ZaloCard({ phone }: { readonly phone: ZaloPhone | null }) {
  const [isReplacing, setReplacing] = useState(false);
  const step = phone === null || isReplacing ? 'number' : phone.isConfirmed ? 'done' : 'code';
  return (
    <Card title={labels.title} summary={labels.intro}>
      {step === 'number' && (
        <NumberForm
          onSent={() => setReplacing(false)}
          onCancel={isReplacing ? () => setReplacing(false) : null}
        />
      )}
      {step === 'code' && phone && (
        <CodeForm number={phone.number} onReplace={() => setReplacing(true)} />
      )}
      {step === 'done' && phone && <Confirmed phone={phone} />}
    </Card>
  );
}

interface NumberFormProps {
  readonly onSent: () => void;
  /** Leads back to the code of the number before; null without one. */
  readonly onCancel: (() => void) | null;
}

function NumberForm({ onSent, onCancel }: NumberFormProps) {
  const [number, setNumber] = useState('');
  const send = useSendCode(onSent);
  return (
    <form
      className={styles.zaloForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(number);
      }}
    >
      <TextField
        label={labels.number}
        help={labels.numberHint}
        error={messageOf(send.error)}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        tabularNums
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <div className={styles.zaloActions}>
        <Button type="submit" busy={send.isPending}>
          {labels.sendCode}
        </Button>
        {onCancel && <Button onClick={onCancel}>{sharedTexts.cancel}</Button>}
      </div>
    </form>
  );
}

function useSendCode(onSent: () => void) {
  return useMutation({
    mutationFn: (phoneNumber: string) =>
      coreClient().call('saveZaloPhone', {
        body: { phoneNumber },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes,
    onSuccess() {
      showToast({ tone: 'positive', title: labels.sent });
      onSent();
    },
  });
}

function CodeForm({
  number,
  onReplace,
}: {
  readonly number: string;
  readonly onReplace: () => void;
}) {
  const [code, setCode] = useState('');
  /** What was done last, whose error is shown. */
  const [last, setLast] = useState<'confirm' | 'again'>('confirm');
  const again = useSendCode(() => setCode(''));
  const confirm = useMutation({
    mutationFn: () =>
      coreClient().call('confirmZaloPhone', {
        body: { code: code.replaceAll(/\D/g, '') },
        handleErrorLocally: [400, ...locallyHandledStatuses],
      }),
    changes,
    onSuccess: () => showToast({ tone: 'positive', title: labels.confirmed }),
  });
  const error = last === 'confirm' ? confirm.error : again.error;
  const isMalformed = last === 'confirm' && error instanceof ApiError && error.status === 400;
  return (
    <form
      className={styles.zaloForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setLast('confirm');
        confirm.mutate();
      }}
    >
      <TextField
        label={labels.code}
        help={labels.codeHint(number)}
        error={isMalformed ? labels.codeMissing : messageOf(error)}
        inputMode="numeric"
        autoComplete="one-time-code"
        tabularNums
        maxLength={8}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className={styles.zaloActions}>
        <Button type="submit" busy={confirm.isPending}>
          {labels.confirm}
        </Button>
        <Button
          busy={again.isPending}
          onClick={() => {
            setLast('again');
            again.mutate(number);
          }}
        >
          {labels.again}
        </Button>
        <Button onClick={onReplace}>{labels.another}</Button>
      </div>
    </form>
  );
}

function Confirmed({ phone }: { readonly phone: ZaloPhone }) {
  const { number, isOff, problem } = phone;
  const mute = useMutation({
    mutationFn: () => coreClient().call('muteZaloPhone', { body: { isOff: !isOff } }),
    changes,
    onSuccess: () => showToast({ tone: 'positive', title: labels.saved }),
  });
  const remove = useMutation({
    mutationFn: () => coreClient().call('removeZaloPhone'),
    changes,
    onSuccess: () => showToast({ tone: 'positive', title: labels.removed }),
  });
  return (
    <>
      {problem !== null && (
        <Banner tone="attention">
          {knownText(labels.problems, problem, sharedTexts.somethingWentWrong)}
        </Banner>
      )}
      <p>{isOff ? labels.off(number) : labels.on(number)}</p>
      <div className={styles.zaloActions}>
        <Button busy={mute.isPending} onClick={() => mute.mutate()}>
          {isOff ? labels.enable : labels.disable}
        </Button>
        <Button busy={remove.isPending} onClick={() => remove.mutate()}>
          {labels.remove}
        </Button>
      </div>
    </>
  );
}
