/** 48 random bits for one fence: authors of earlier mail cannot know them. */
export function randomMark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
