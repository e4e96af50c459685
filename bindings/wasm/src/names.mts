/** 'maxIterations' becomes 'max_iterations': the name that C has for it. */
export const cName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** 'max_iterations' becomes 'maxIterations': the name that JavaScript has for it. */
export const jsName = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
