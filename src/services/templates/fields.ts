import { limits } from '../../domain/limits.ts'
import { text, texts } from '../../input/input.ts'

export const templateFields = {
  template: text(
    'Build a protocol mail of this type, such as MERGE_READY; its route names the recipient if TO is not given',
    {
      completes: 'template',
      placeholder: 'TYPE',
    },
  ),
  field: texts('A field of the template, as KEY=VALUE; repeat for more', {
    placeholder: 'KEY=VALUE',
    longest: limits.prose,
  }),
} as const
