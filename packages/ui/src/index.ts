// All components except charts, which have their own entry. Modules have no side effects on import, so
// bundlers can drop unused exports.

export * from './color.ts';
export * from './createStore.ts';
export * from './searchKey.ts';
export type { IconProps } from './icons/icon.tsx';
export * from './icons/icons.ts';
export * from './icons/screenIcons.ts';
export { PartnerMark, type MarkedPartner, type PartnerMarkProps } from './icons/PartnerMark.tsx';
export * from './icons/GoogleMark.tsx';
export * from './icons/ProductMark.tsx';

export * from './actions/Button.tsx';
export * from './actions/IconButton.tsx';
export * from './actions/TextLink.tsx';

export * from './forms/TextField.tsx';
export * from './forms/PasswordField.tsx';
export * from './forms/Checkbox.tsx';
export * from './forms/CodeField.tsx';
export * from './forms/MoneyField.tsx';
export * from './forms/SearchField.tsx';
export * from './forms/Select.tsx';
export * from './forms/SegmentedControl.tsx';
export { groupDigits, parseMoney, type ParsedMoney } from './forms/parseMoney.ts';

export * from './overlays/Menu.tsx';
export * from './overlays/MenuButton.tsx';
export * from './overlays/MoreMenu.tsx';
export * from './overlays/FilterButton.tsx';
export * from './overlays/ConfirmDialog.tsx';
export * from './overlays/Dialog.tsx';
export * from './overlays/InfoButton.tsx';
export * from './overlays/Popover.tsx';
export * from './overlays/Tooltip.tsx';
export { useModal, type ModalOptions } from './overlays/useModal.ts';

export * from './feedback/Banner.tsx';
export * from './feedback/Countdown.tsx';
export * from './feedback/EmptyState.tsx';
export * from './feedback/Toaster.tsx';
export * from './feedback/Progress.tsx';
export * from './feedback/Skeleton.tsx';
export * from './feedback/Spinner.tsx';
export * from './feedback/StatusPill.tsx';
export { toasts, showToast, ToastStore, type Toast } from './feedback/toasts.ts';

export {
  ExplainButton,
  MetricChange,
  type MetricChangeProps,
  type MetricContent,
} from './metrics/MetricFrame.tsx';
export * from './metrics/MetricCard.tsx';
export * from './metrics/MetricList.tsx';
export * from './lists/Table.tsx';
export * from './lists/CardList.tsx';
export * from './lists/FilterChips.tsx';
export * from './lists/ProductPicture.tsx';
export * from './lists/RowList.tsx';
export * from './lists/StatusTabs.tsx';

export * from './layout/Avatar.tsx';
export * from './layout/Card.tsx';
export * from './layout/Breadcrumbs.tsx';
export * from './layout/StandalonePage.tsx';
export * from './layout/Page.tsx';
export * from './layout/PageHeader.tsx';
export { Pagination, type PaginationProps } from './lists/Pagination.tsx';
export * from './layout/StepBar.tsx';
export * from './layout/Steps.tsx';
export { retainFocus } from './lists/retainFocus.ts';
export * from './lists/Timeline.tsx';
export * from './layout/VisuallyHidden.tsx';
export * from './text/text.tsx';
export * from './layout/useMediaQuery.ts';
