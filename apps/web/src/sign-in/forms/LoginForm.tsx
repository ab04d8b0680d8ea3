import { pageStates } from '@seller-connect/contract/login-pages';
import { useEffect, useRef, useState } from 'react';
import {
  Button,
  Checkbox,
  GoogleMark,
  LinkButton,
  PasswordField,
  TextField,
  TextLink,
} from '@seller-connect/ui';
import { signInLinks, type PageState, type SignInState } from '../pages.ts';
import styles from '../sign-in.module.css';
import { PrivacyConsent } from './PrivacyConsent.tsx';
import { submitForm, type ServerFailure, type SubmitOutcome } from './submitForm.ts';
import type { SignInTexts } from '../texts.vi.ts';
import { useBusy } from './useBusy.ts';

interface FormErrors {
  readonly whole: string | null;
  readonly username: string | null;
  readonly password: string | null;
}

const noErrors: FormErrors = { whole: null, username: null, password: null };

const loginErrorCodes = [...pageStates.login, 'unavailable'] as const;

function loginError(name: PageState | ServerFailure | null, texts: SignInTexts): string | null {
  const code = loginErrorCodes.find((each) => each === name);
  return code === undefined ? null : texts.errors[code];
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** Form for username and password. It also works without JavaScript. */
export function LoginForm({
  state,
  texts,
}: {
  readonly state: SignInState;
  readonly texts: SignInTexts;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors>({
    ...noErrors,
    whole: loginError(state.pageState, texts),
  });
  const [busy, setBusy] = useBusy();
  const [remember, setRemember] = useState(false);
  const [expired, setExpired] = useState(state.pageState === 'interaction_expired');

  useEffect(() => {
    // After hydration, validation messages are ours, in the page's language.
    if (form.current) {
      form.current.noValidate = true;
      setRemember(textOf(new FormData(form.current), 'remember') === 'true');
    }
    // Whoever was faster than the script stays where they are.
    if (document.activeElement === document.body && state.pageState !== 'interaction_expired') {
      focus(state.loginHint === '' ? 'username' : 'password');
    }
  }, [state.loginHint, state.pageState]);

  function focus(name: 'username' | 'password') {
    const field = form.current?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    if (name === 'password') field.select();
  }

  function showFailure(outcome: Extract<SubmitOutcome, { kind: 'failed' }>) {
    setBusy(false);
    setExpired(outcome.code === 'interaction_expired');
    const whole =
      outcome.code === 'rate_limited' && outcome.retryAfterSeconds !== null
        ? texts.rateLimitedFor(outcome.retryAfterSeconds)
        : (loginError(outcome.code, texts) ?? texts.errors.server_error);
    setErrors({ ...noErrors, whole });
    if (outcome.code === 'invalid_credentials') focus('password');
  }

  async function submit(data: FormData, action: string) {
    const username = textOf(data, 'username').trim();
    const password = textOf(data, 'password');
    const missing = {
      username: username === '' ? texts.missing.username : null,
      password: password === '' ? texts.missing.password : null,
    };
    if (missing.username !== null || missing.password !== null) {
      setErrors({ whole: null, ...missing });
      focus(missing.username === null ? 'password' : 'username');
      return;
    }
    setBusy(true);
    setErrors(noErrors);
    const outcome = await submitForm(action, {
      username,
      password,
      remember: data.get('remember') === 'true',
    });
    // The button stays busy during the navigation.
    if (outcome.kind === 'onward') window.location.assign(outcome.to);
    else if (outcome.kind === 'failed') showFailure(outcome);
  }

  return (
    <>
      <div role="alert" className={styles.alert}>
        {errors.whole !== null && <p className={styles.error}>{errors.whole}</p>}
      </div>
      {expired && (
        <p className={styles.again}>
          <LinkButton href={state.begin} variant="primary" wide>
            {texts.beginAgain}
          </LinkButton>
        </p>
      )}
      <form
        ref={form}
        className={styles.form}
        method="post"
        action={signInLinks.submit(state.interaction)}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const element = event.currentTarget;
          void submit(new FormData(element), element.getAttribute('action') ?? '');
        }}
      >
        <TextField
          label={texts.username}
          name="username"
          defaultValue={state.loginHint}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          maxLength={320}
          error={errors.username}
          onInput={() => errors.username !== null && setErrors({ ...errors, username: null })}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          maxLength={256}
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          error={errors.password}
          onInput={() => errors.password !== null && setErrors({ ...errors, password: null })}
        />
        <div className={styles.beside}>
          <Checkbox
            label={texts.remember}
            name="remember"
            value="true"
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          <TextLink href={signInLinks.forgotPassword(state)}>{texts.forgot}</TextLink>
        </div>
        <Button type="submit" variant={expired ? 'secondary' : 'primary'} wide busy={busy}>
          {texts.submit}
        </Button>
      </form>
      <div className={styles.google}>
        <p className={styles.or}>
          <span>{texts.or}</span>
        </p>
        <LinkButton
          href={signInLinks.google(state.interaction, remember)}
          wide
          icon={<GoogleMark />}
        >
          {texts.google}
        </LinkButton>
        <PrivacyConsent state={state} texts={texts} before={texts.privacy.beforeGoogle} />
      </div>
      <p className={styles.register}>
        {texts.noAccount} <TextLink href={signInLinks.register(state)}>{texts.register}</TextLink>
      </p>
    </>
  );
}
