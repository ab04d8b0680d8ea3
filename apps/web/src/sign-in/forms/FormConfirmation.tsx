import { useState, type ReactNode } from 'react';
import { Button, LinkButton, TextLink } from '@seller-connect/ui';
import type { FinishedState, FormPage, SignInState } from '../pages.ts';
import styles from '../sign-in.module.css';
import type { SubmitOutcome } from './submitForm.ts';
import type { SignInTexts } from '../texts.vi.ts';

interface FormConfirmationProps {
  readonly state: SignInState;
  readonly page: FormPage;
  readonly step: FinishedState;
  readonly texts: SignInTexts;
  readonly title: ReactNode;
  /**
   * Recipient of the email and a function that sends another one; null after a submission without JavaScript.
   */
  readonly sentEmail: {
    readonly to: string;
    readonly sendAgain: () => Promise<SubmitOutcome>;
  } | null;
}

type ResendState = 'not asked' | 'asking' | 'sent' | { readonly failed: string };

/** Confirms a submitted form and shows the next step; offers to send another email. */
export function FormConfirmation({
  state,
  page,
  step,
  texts,
  title,
  sentEmail,
}: FormConfirmationProps) {
  const { forms } = texts;
  const labels = forms[page];
  const [resendState, setResendState] = useState<ResendState>('not asked');

  async function resend(sendAgain: () => Promise<SubmitOutcome>) {
    setResendState('asking');
    const outcome = await sendAgain();
    if (outcome.kind !== 'failed') setResendState('sent');
    else if (outcome.code !== 'rate_limited')
      setResendState({
        failed: texts.errors[outcome.code === 'unavailable' ? 'unavailable' : 'server_error'],
      });
    else {
      const { retryAfterSeconds: seconds } = outcome;
      setResendState({
        failed: seconds === null ? texts.errors.rate_limited : texts.rateLimitedFor(seconds),
      });
    }
  }

  return (
    <>
      {title}
      <div className={styles.notice}>
        <p>{step === 'confirmed' ? forms.alreadyConfirmed : labels.what}</p>
        {step === 'confirmed' && (
          <p className={styles.recipient}>
            <strong>{state.loginHint}</strong>
          </p>
        )}
        {sentEmail !== null && (
          <p className={styles.recipient}>
            {forms.sentTo} <strong>{sentEmail.to}</strong>
          </p>
        )}
        {labels.hint !== '' && <p className={styles.quiet}>{labels.hint}</p>}
        {step === 'sent' && (
          // The server shows it if emails are stored instead of sent.
          <p className={styles.mailbox}>
            {forms.demoMailbox}{' '}
            <TextLink href={`/mailbox?ui_locales=${state.language}`}>
              {forms.openDemoMailbox}
            </TextLink>
          </p>
        )}
        <div>
          <div role="status">{resendState === 'sent' && <p>{forms.sentAgain}</p>}</div>
          <div role="alert">
            {typeof resendState === 'object' && (
              <p className={styles.error}>{resendState.failed}</p>
            )}
          </div>
        </div>
        <div className={styles.ways}>
          {sentEmail !== null && (
            <Button
              wide
              busy={resendState === 'asking'}
              onClick={() => void resend(sentEmail.sendAgain)}
            >
              {forms.sendAgain}
            </Button>
          )}
          <LinkButton variant={step === 'sent' ? 'secondary' : 'primary'} wide href={state.signIn}>
            {step === 'sent' ? texts.back : forms.signIn}
          </LinkButton>
        </div>
      </div>
    </>
  );
}
