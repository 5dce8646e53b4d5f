import type { Language } from '../../sql/search/matching.ts'

/** As FTS5 is asked. */
export const language: Language = {
  and: ' AND ',
  or: ' OR ',
  except: ' NOT ',
  phrase: (words, within, prefix) => `{${within ?? 'subject body'}} : ${quoted(words)}${prefix ? ' *' : ''}`,
  fact: (word, prefix) => `facets : ${quoted(word)}${prefix ? ' *' : ''}`,
}

/** A string of FTS5: nothing within it is syntax. A NUL would end the whole question. */
function quoted(text: string): string {
  return `"${text.replace(/[\u0000-\u001f\u007f]/gu, ' ').replaceAll('"', '""')}"`
}
