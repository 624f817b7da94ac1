/** The fields of an assignment, by its kind. */
import type { JSX } from 'preact';
import type { Form } from '../forms.ts';
import { AcceptFields } from './AcceptFields.tsx';
import { AssessFields } from './AssessFields.tsx';
import { EditFields } from './EditFields.tsx';
import { MarkFields } from './MarkFields.tsx';
import { PairwiseFields } from './PairwiseFields.tsx';
import { RankFields } from './RankFields.tsx';
import type { KindProps } from './kindProps.ts';

export function KindFields({ form, ...rest }: KindProps<Form['kind']>): JSX.Element {
  switch (form.kind) {
    case 'rank':
      return <RankFields form={form} {...rest} />;
    case 'pairwise':
      return <PairwiseFields form={form} {...rest} />;
    case 'assess':
      return <AssessFields form={form} {...rest} />;
    case 'mark':
      return <MarkFields form={form} {...rest} />;
    case 'edit':
      return <EditFields form={form} {...rest} />;
    case 'accept':
      return <AcceptFields form={form} {...rest} />;
  }
}
