import type { Language } from '../../sql/search/matching.ts'
import { wordsIn } from './vectors.ts'

const weights = { subject: 'A', body: 'B' } as const

/** As a tsquery is written. */
export const language: Language = {
  and: ' & ',
  or: ' | ',
  except: ' & !',
  phrase(text, within, prefix) {
    const weight = within === null ? 'AB' : weights[within]
    const words = wordsIn(text)
    return words
      .map((word, at) => `'${word}':${prefix && at === words.length - 1 ? '*' : ''}${weight}`)
      .join(' <-> ')
  },
  fact: (word, prefix) => `'${wordsIn(word).join('')}':${prefix ? '*' : ''}C`,
}
