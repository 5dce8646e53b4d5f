import { emptyField, type Field } from '../../compose/editor/field.ts'

export type HelpState = {
  readonly type: 'help'
  /** The first line shown. */
  readonly top: number
  /** The words that narrow it. */
  readonly field: Field
  /** They are being typed. */
  readonly typing: boolean
}

export const openedHelp: HelpState = { type: 'help', top: 0, field: emptyField, typing: false }
