import { flag } from '../../input/input.ts'

/** Apart from the other commands' fields: a hook runs at every prompt. */
export const hookFields = {
  checkpoint: flag('Send or list drafts, then print pending mail; reads no event'),
}
