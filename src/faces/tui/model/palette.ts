import type { Json } from '../../../domain/json.ts'
import type { Fields } from '../../../input/input.ts'
import type { Group, OperationName } from '../../../operations/catalogue.ts'
import type { Access, Operation } from '../../../operations/operation.ts'
import type { TemplateValue } from '../../../values/templates-schema.ts'
import type { Source } from '../source.ts'
import type { ThemeChoice } from '../text/theme.ts'
import type { Field } from './editor.ts'

/** An operation as the palette needs it: plain data, read off the catalogue. */
export type Command = {
  readonly name: OperationName
  readonly command: string
  readonly group: Group
  readonly summary: string
  readonly access: Access
  readonly yields: Operation['yields']
  readonly fields: Fields
}

/** The data that the palette requests when it is first opened, and again each time. */
export type Known = {
  readonly commands: readonly Command[]
  readonly addresses: readonly string[]
  readonly drafts: readonly string[]
  readonly templates: readonly Pick<TemplateValue, 'name' | 'subject'>[]
}

export type FoundThread = {
  readonly message: string
  readonly subject: string
  readonly from: string
  /** The id by which it was found, as it was typed. */
  readonly by?: string
}

export type PaletteState = {
  readonly type: 'palette'
  readonly field: Field
  readonly chosen: number
  /** The choice was moved by hand: Enter takes it, even where it would otherwise run the line. */
  readonly moved: boolean
  /** Which of the earlier lines is in the field. */
  readonly former: number | null
  readonly threads: readonly FoundThread[]
  readonly problem: string | null
  readonly running: boolean
  /** The next command is copied instead of run. */
  readonly copies: boolean
  /** Enter came before the commands were there: it counts once they are. */
  readonly entered: boolean
}

/** An operation's answer, to be read and closed. */
export type ResultState = {
  readonly type: 'result'
  readonly title: string
  readonly value: Json
  readonly top: number
}

/** The target of a row in the palette; `key` names a command of the screen, as `mail.archive`. */
export type Goal =
  | { readonly type: 'command'; readonly command: Command; readonly key: string | null }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'source'; readonly source: Source; readonly key: string }
  | { readonly type: 'thread'; readonly message: string }
  | { readonly type: 'theme'; readonly theme: ThemeChoice }
  /** A word that completes the one being typed. */
  | { readonly type: 'word'; readonly word: string }

export type Candidate = {
  readonly goal: Goal
  readonly kind: string
  readonly text: string
  /** Where in `text` the letters stand that were typed. */
  readonly at: readonly number[]
  readonly note: string
  readonly key: string
}
