import { Select, type SelectProps } from '@seller-connect/ui';

export interface FilterSelectProps<Value extends string> extends Omit<
  SelectProps<Value>,
  'value' | 'onValueChange'
> {
  /** Names the first option, which filters nothing. */
  readonly all: string;
  /** Null for all. */
  readonly value: Value | null;
  readonly onValueChange: (value: Value | null) => void;
}

/** Selects a value to filter by, or all of them. */
export function FilterSelect<Value extends string>({
  all,
  value,
  options,
  onValueChange,
  ...rest
}: FilterSelectProps<Value>) {
  return (
    <Select
      {...rest}
      value={value ?? ''}
      options={[{ value: '', label: all }, ...options]}
      onValueChange={(chosen) => onValueChange(chosen === '' ? null : chosen)}
    />
  );
}
