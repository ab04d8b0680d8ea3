import { Banner, Block, Button, notify, TextField } from '@seller-connect/ui';
import type { Brand } from '@seller-connect/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiFailure, catalogue } from '../../api/index.ts';
import { ConflictDialog, LeaveGuard, type ConflictField } from '../../editing/index.ts';
import { check, fieldErrorsOf, useFieldErrors } from '../../forms/index.ts';
import { shared } from '../../texts/index.ts';
import styles from './brands.module.css';
import { brandFrom, nameRules } from './form.ts';
import { texts } from './texts.ts';
import { keepBrand } from './useStatusChange.ts';

const editable = ['name'] as const;

/** What can be changed of a brand, until somebody else has changed it too. */
export function BrandFields({ brand }: { readonly brand: Brand }) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, editable);
  // Null while nothing is typed: the field then shows what is stored, also when that changes. What is
  // typed is a change of the version that was there when typing began, whatever is read meanwhile.
  const [typed, setTyped] = useState<{ name: string; version: number } | null>(null);
  const [newer, setNewer] = useState<Brand | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const name = typed?.name ?? brand.name;
  const version = typed?.version ?? brand.version;
  const unsaved = name.normalize('NFC') !== brand.name;

  const save = useMutation({
    mutationFn: (body: { name: string; version: number }) =>
      catalogue().call('updateBrand', {
        params: { code: brand.code },
        body,
        ownFailure: true,
      }),
    onSuccess(saved) {
      setNewer(null);
      setTyped(null);
      keepBrand(queries, saved);
      notify({ tone: 'positive', title: texts.saved });
    },
    onError(error) {
      const failure = error instanceof ApiFailure ? error : null;
      const current = brandFrom(failure?.details['current']);
      if (failure?.code === 'changed_meanwhile' && current) return setNewer(current);
      setNewer(null);
      if (failure && errors.show(fieldErrorsOf(failure, editable))) return;
      setFailed(failure?.serverMessage ?? shared.somethingWentWrong);
    },
  });

  return (
    <Block title={texts.details}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (save.isPending) return;
          setFailed(null);
          if (errors.show(check({ name }, { name: nameRules(texts) }))) return;
          save.mutate({ name, version });
        }}
      >
        {failed !== null && <Banner tone="negative" announced title={failed} />}
        <TextField
          {...errors.field('name')}
          label={texts.name}
          help={texts.nameHelp}
          maxLength={240}
          autoComplete="off"
          value={name}
          onChange={(event) => setTyped({ name: event.currentTarget.value, version })}
        />
        <TextField label={texts.code} help={texts.codeFixed} figures readOnly value={brand.code} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!unsaved}>
            {texts.save}
          </Button>
          {unsaved && (
            <Button variant="quiet" onClick={() => setTyped(null)}>
              {texts.cancel}
            </Button>
          )}
        </div>
      </form>
      <ConflictDialog
        fields={newer && conflictOf(brand, name, newer)}
        savedAt={newer?.updatedAt ?? ''}
        busy={save.isPending}
        onTakeTheirs={() => {
          if (newer) keepBrand(queries, newer);
          setTyped(null);
          setNewer(null);
        }}
        onSaveMine={() => newer && save.mutate({ name, version: newer.version })}
        onClose={() => setNewer(null)}
      />
      <LeaveGuard unsaved={unsaved} />
    </Block>
  );
}

function conflictOf(brand: Brand, name: string, newer: Brand): ConflictField[] {
  const { statuses } = texts;
  return [
    { name: texts.name, mine: name, theirs: newer.name },
    ...(brand.status === newer.status
      ? []
      : [
          // Saving the name leaves the status as the other person set it.
          { name: texts.status, mine: statuses[newer.status], theirs: statuses[newer.status] },
        ]),
  ];
}
