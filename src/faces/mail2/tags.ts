import { isSlug } from '../../domain/mail2/slug.ts'
import type { BodyFields } from '../http/fields.ts'
import { invalid } from './statuses.ts'

const longest = 32

/** Whether MAIL 2.0 has such a tag. */
export function isTag(tag: string): boolean {
  return isSlug(tag) && tag.length <= longest
}

/** @throws Refusal 422 */
export function readTags(fields: BodyFields): readonly string[] | undefined {
  const tags = fields.texts('tags')
  const wrong = tags?.find((tag) => !isTag(tag))
  if (wrong === undefined) return tags
  throw invalid(
    `a tag has at most ${longest} lowercase letters and digits, with single hyphens between: ${JSON.stringify(wrong.slice(0, 100))}`,
    ['body', 'tags'],
  )
}
