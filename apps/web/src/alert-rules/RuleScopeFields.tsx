import type { Shop } from '@seller-connect/contract';
import { Select } from '@seller-connect/ui';
import { Checkboxes, FieldGroup } from '../forms/CheckboxGroup.tsx';
import type { FieldErrorsState } from '../forms/index.ts';
import { severalShops, shopOptions } from '../shops/shopFilter.ts';
import styles from './alertRules.module.css';
import { scopeOptions, shopIdsOf, withScope, type RuleFields } from './ruleDraft.ts';
import { texts } from './texts.ts';

const labels = texts.dialog;

export interface RuleScopeFieldsProps {
  readonly fields: RuleFields;
  readonly shops: readonly Shop[];
  readonly change: (part: Partial<RuleFields>) => void;
  readonly field: FieldErrorsState<'scope'>['field'];
}

/** Selects all shops, a marketplace, a shop or several shops. */
export function RuleScopeSelect({ fields, shops, change, field }: RuleScopeFieldsProps) {
  return (
    <Select
      label={labels.scope}
      {...field('scope')}
      options={scopeOptions(shops, fields)}
      value={fields.scope}
      onValueChange={(scope) => change(withScope(fields, scope, shops))}
    />
  );
}

/** The shops of a rule about several ones; nothing for other rules, or while the shops are not loaded. */
export function RuleShops({ fields, shops, change }: Omit<RuleScopeFieldsProps, 'field'>) {
  const options = shopOptions(shops);
  if (fields.scope !== severalShops || options.length === 0) return null;
  // A rule can name shops that are no longer connected. They are left out by the next change.
  const chosen = shopIdsOf(fields).filter((id) => options.some(({ value }) => value === id));
  return (
    <FieldGroup legend={labels.shops(chosen.length)}>
      <div className={styles.shops}>
        <Checkboxes
          options={options}
          chosen={chosen}
          onChange={(ids) => change({ shopIds: ids.join(','), currency: null })}
        />
      </div>
    </FieldGroup>
  );
}
