import type { CreatedReportAccess, ReportAccess, ReportAccessList } from '@seller-connect/contract';
import {
  Banner,
  Button,
  CopyIcon,
  Dialog,
  IconButton,
  notify,
  Select,
  TextField,
} from '@seller-connect/ui';
import { useId, useRef, useState } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import {
  check,
  formProblem,
  formStatuses,
  notBlank,
  required,
  useFieldErrors,
} from '../../forms/index.ts';
import { SignInAgain } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import { useRows } from './useDataSetFields.tsx';
import { texts } from './texts.ts';
import styles from './tools.module.css';

const words = texts.create;
const fields = ['name'] as const;
const lives = ['30', '90', '180', '365', 'endless'] as const;
const rules = { name: { label: words.name, rules: [required(), notBlank()] } };

interface NewAccessProps {
  /** What is to be made; null while nothing is. */
  readonly kind: ReportAccess['kind'] | null;
  readonly addresses: ReportAccessList['addresses'];
  readonly onClose: () => void;
}

/** Asks for a name, makes an access, and shows its secret: once. */
export function NewAccess({ kind, addresses, onClose }: NewAccessProps) {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const errors = useFieldErrors(form, fields);
  const { chosen, fields: rowFields } = useRows();
  const [life, setLife] = useState<(typeof lives)[number]>('180');
  const [failed, setFailed] = useState<string | null>(null);
  const [tooOld, setTooOld] = useState(false);
  const [made, setMade] = useState<CreatedReportAccess | null>(null);

  const make = useMutation({
    mutationFn: (name: string) => {
      const { dataSet, days } = chosen;
      const link = { dataSet, ...(days !== null && { days }) };
      const lasts = { days: life === 'endless' ? null : Number(life) };
      const body = { name, ...lasts, ...(kind === 'link' && { link }) };
      return core().call('createReportAccess', { body, handleErrorLocally: formStatuses });
    },
    changes: ['listReportAccess', 'readAudit'],
    onSuccess: setMade,
    onError(error) {
      if (error instanceof ApiFailure && error.code === 'fresh_sign_in_required') setTooOld(true);
      else setFailed(formProblem(error));
    },
  });
  const close = () => {
    setFailed(null);
    setTooOld(false);
    setMade(null);
    onClose();
  };
  if (made) {
    return (
      <Dialog
        open
        title={texts.made.title}
        closeLabel={shared.close}
        onClose={close}
        actions={
          <Button variant="primary" onClick={close}>
            {texts.made.done}
          </Button>
        }
      >
        <MadeAccess made={made} addresses={addresses} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={kind !== null}
      title={kind === 'link' ? words.link : words.tool}
      closeLabel={shared.close}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{words.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={make.isPending}>
            {words.make}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (make.isPending) return;
          setFailed(null);
          const typed = new FormData(event.currentTarget).get('name');
          const name = typeof typed === 'string' ? typed : '';
          if (!errors.show(check({ name }, rules))) make.mutate(name.trim());
        }}
      >
        <p>{kind === 'link' ? words.linkText : words.toolText}</p>
        <TextField
          {...errors.field('name')}
          label={words.name}
          help={words.nameHelp}
          autoComplete="off"
          maxLength={80}
        />
        {kind === 'link' && rowFields}
        <Select
          label={words.life}
          options={lives.map((value) => ({
            value,
            label: value === 'endless' ? words.endless : words.days(Number(value)),
          }))}
          value={life}
          onValueChange={setLife}
        />
        {tooOld && <SignInAgain path="/settings/reporting-tools" announced />}
        {failed !== null && <Banner tone="negative" announced title={failed} />}
      </form>
    </Dialog>
  );
}

function MadeAccess({
  made,
  addresses,
}: {
  readonly made: CreatedReportAccess;
  readonly addresses: ReportAccessList['addresses'];
}) {
  const { access, secret, url } = made;
  return (
    <div className={styles.form}>
      <Banner tone="attention">{texts.made.once}</Banner>
      {url === null ? (
        <>
          <Copied label={texts.made.login} value={access.login ?? ''} />
          <Copied label={texts.made.secret} value={secret} />
          <Copied label={texts.made.odata} value={addresses.odata} />
          <Copied label={texts.made.query} value={addresses.query} />
        </>
      ) : (
        <>
          <Copied label={texts.made.url} value={url} />
          <Copied label={texts.made.formula} value={`=IMPORTDATA("${url}")`} />
        </>
      )}
    </div>
  );
}

/** A value to take away, selected by a press on it and copied by the button beside it. */
function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={styles.copied}>
      <TextField
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <IconButton
        label={texts.made.copy(label)}
        icon={<CopyIcon />}
        onClick={() => void copy(value)}
      />
    </div>
  );
}

async function copy(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    notify({ tone: 'positive', title: texts.made.copied });
  } catch {
    notify({ tone: 'negative', title: texts.made.notCopied });
  }
}
