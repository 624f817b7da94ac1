/** What the fields of every kind of assignment are given. */
import type { ShownAssignment } from '../../../src/server/wire.ts';
import type { Form, FormOf } from '../forms.ts';

export interface KindProps<Kind extends Form['kind']> {
  readonly assignment: ShownAssignment;
  readonly form: FormOf<Kind>;
  readonly change: (form: FormOf<Kind>) => void;
  /** Whether single keys do something. */
  readonly shortcuts: boolean;
  /** Tells those who listen to the page. */
  readonly say: (text: string) => void;
}
