export type { IconProps } from './Icon.tsx';
export * from './statusIcons.tsx';
export * from './arrowIcons.tsx';
export * from './navigationIcons.tsx';
export * from './actionIcons.tsx';
