const escaped = /\\(?:u([\da-f]{4})|.)/gu

/**
 * JSON that the server reads as text. It has no NUL, and no half of a pair of surrogates: the NUL becomes what is kept for it, the
 * half becomes the sign for a lost character. `readable` does the same with documents that are stored whole.
 */
export function readableJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text
  return text.replace(escaped, (found, code: string | undefined) => {
    if (code === '0000') return '\\udbff\\udffd0'
    return code !== undefined && /^d[89a-f]/u.test(code) ? '\\ufffd' : found
  })
}
