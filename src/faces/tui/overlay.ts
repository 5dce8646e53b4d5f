import type { Kind } from '../../domain/kind.ts'
import type { EditorState } from './compose/editor/editor.ts'
import type { Field } from './compose/editor/field.ts'
import type { FormState } from './compose/form/form.ts'
import type { Act } from './effect.ts'
import type { ChoiceState } from './overlays/choice/opening.ts'
import type { PaletteState, ResultState } from './overlays/palette/palette-state.ts'
import type { Sheet } from './overlays/sheet/sheet.ts'
import type { List } from './panes/inbox/list.ts'

/** A question at the foot, answered with one line or one key. */
export type Question =
  /** Refused: what was given is no time to come. */
  | { readonly type: 'snooze'; readonly targets: readonly Target[]; readonly refused?: true }
  | { readonly type: 'fail'; readonly targets: readonly Target[] }
  | { readonly type: 'pipe'; readonly text: string }
  | { readonly type: 'view-name'; readonly query: string }
  | { readonly type: 'delete-view'; readonly name: string }
  | { readonly type: 'delete-draft'; readonly draft: string }
  | { readonly type: 'place'; readonly label: string; readonly asked: Asked }

/** What a line at the foot completes: a deed on a place, on an agent, or on a dead letter. */
export type Asked =
  | { readonly type: 'create' }
  | { readonly type: 'add'; readonly group: string }
  /** Done on `y`. */
  | { readonly type: 'sure'; readonly act: Act }
  /** `about`: the message that the agent has not dealt with. */
  | { readonly type: 'nudge'; readonly agent: string; readonly about: string | null }
  /** A thread goes to another supervisor. */
  | { readonly type: 'assign'; readonly thread: string }
  | { readonly type: 'redeliver'; readonly message: string }

/** What lies over the panes, or is typed into. */
export type Overlay =
  | { readonly type: 'none' }
  | { readonly type: 'help'; readonly top: number }
  | { readonly type: 'sheet'; readonly sheet: Sheet; readonly top: number }
  /** `shown` was found last: it stands while what is typed cannot be searched for. */
  | {
      readonly type: 'search'
      readonly field: Field
      readonly problem: string | null
      readonly shown: List
      /** Which of the former queries stands in the field. */
      readonly former: number | null
    }
  | { readonly type: 'filter'; readonly field: Field; readonly problem: string | null }
  | PaletteState
  | ResultState
  | ChoiceState
  | { readonly type: 'prompt'; readonly question: Question; readonly field: Field }
  | { readonly type: 'form'; readonly form: FormState; readonly draft: string }
  | ({ readonly type: 'reply' } & Line & Answered)
  | ({ readonly type: 'post'; readonly to: string } & Line)

/** One line that is written; `sending` once it was said that it goes, until it is known whether it does. */
type Line = { readonly line: EditorState; readonly draft: string; readonly sending?: true }

/** The message that is being answered, as far as a form must know it. */
export type Answered = {
  readonly message: string
  readonly from: string
  readonly subject: string
  readonly kind: Kind
  /** The answer goes to everyone who got it. */
  readonly all?: true
}

/** A message whose copy is acted on; `of` names its owner where it is not one's own. */
export type Target = { readonly id: string; readonly of: string | null }
