import { flag, text } from '../../input/input.ts'

/** Apart from the other commands' fields: a hook runs at every prompt. */
export const hookFields = {
  checkpoint: flag('Send or list drafts, then print pending mail; reads no event'),
  of: text('The program whose hook it is', { placeholder: 'PROGRAM' }),
}
