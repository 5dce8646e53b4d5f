import { limits } from '../../domain/limits.ts'
import { text, texts } from '../input.ts'

export const templateFields = {
  template: text('A protocol mail to build: its type, such as MERGE_READY; TO may be left to its route', {
    completes: 'template',
    placeholder: 'TYPE',
  }),
  field: texts('A field of the template, as KEY=VALUE; repeat for more', {
    placeholder: 'KEY=VALUE',
    longest: limits.prose,
  }),
} as const
