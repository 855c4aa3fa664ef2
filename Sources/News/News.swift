// News
