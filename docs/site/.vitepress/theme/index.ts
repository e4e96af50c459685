import DefaultTheme from 'vitepress/theme';
import StudioScene from './StudioScene.vue';
import './style.css';

export default {
  ...DefaultTheme,
  enhanceApp({ app }: { app: { component(name: string, component: unknown): void } }) {
    app.component('StudioScene', StudioScene);
  },
};
